// The header with which a file is sent to be saved under a name, and the name in it (RFC 6266, RFC 8187).

/** Returns the header `Content-Disposition` for a name with any characters. */
export function savedAs(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

/** Returns the name that a header of `savedAs` gives; null = it gives none. */
export function savedName(header: string | null): string | null {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(header ?? '') ?? [];
  return name === undefined ? null : decodeURIComponent(name);
}

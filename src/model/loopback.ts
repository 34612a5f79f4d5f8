// Which addresses and names are this machine only.

/** Returns whether an IP address in its canonical spelling is one of this machine only. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^127(\.\d+){3}$/.test(address);
}

/** Returns whether the host of a parsed URL is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, '$1'));
}

// What an operation answers that is a file.

/** A file with its content type, as an operation answers it. `name`: it is from outside, and saved under this name instead of being shown. */
export type StoredFile = { type: string; content: Buffer; name?: string };

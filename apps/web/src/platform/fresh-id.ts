/** An unguessable identifier. `crypto.randomUUID` exists on secure pages only; other pages still have to explain the product. */
export function freshID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The same as a UUID of version 4 (RFC 9562), for calls that expect one. */
export function freshUUID(): string {
  const id = freshID();
  const variant = ((Number.parseInt(id.charAt(16), 16) & 3) | 8).toString(16);
  return [id.slice(0, 8), id.slice(8, 12), `4${id.slice(13, 16)}`, variant + id.slice(17, 20), id.slice(20)].join('-');
}

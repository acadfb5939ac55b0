/** An unguessable identifier. `crypto.randomUUID` exists on secure pages only; other pages still have to explain the product. */
export function freshID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

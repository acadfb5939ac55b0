/** As many values of a random byte as there are in whole throws of the die: those above would favour its lower faces. */
const fairValues = 252;

/** Throws a fair die: 1 to 6. `fill` fills bytes at random, by default the browser's source for cryptography. */
export function throwDie(fill: (bytes: Uint8Array<ArrayBuffer>) => unknown = (bytes) => crypto.getRandomValues(bytes)): number {
  const bytes = new Uint8Array(1);
  for (;;) {
    fill(bytes);
    const [value = fairValues] = bytes;
    if (value < fairValues) return 1 + (value % 6);
  }
}

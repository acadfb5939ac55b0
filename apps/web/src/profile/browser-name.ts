const programs = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const;
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** A browser by the names people know: "Firefox, Windows". Undefined if its user agent is missing or unknown. */
export function nameOf(userAgent: string | null): string | undefined {
  const found = [programs, systems].map((list) => list.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]);
  return found.filter(Boolean).join(', ') || undefined;
}

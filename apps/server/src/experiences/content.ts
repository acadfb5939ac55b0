import { createHash } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import { languages } from '@unspoken/contract/languages';
import { experienceType, type Script, scriptSchema } from '@unspoken/contract/scripts';
import imageSize from 'image-size';
import * as z from 'zod';
import { mp3Duration } from '../platform/media/mp3-frames.ts';

/**
 * The content of the catalogue as files: `catalogue.json` with categories and facilitators, and a folder for each experience, named by
 * its type, with its `experience.json`. A script names its files by their paths from its folder. brand/experiences/README.md
 * describes it for operators.
 */

const perLanguage = z.partialRecord(z.enum(languages), z.string().trim().min(1).max(2_000));
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const catalogueFile = z.object({
  categories: z.array(z.object({ id: slug, name: perLanguage, description: perLanguage })),
  facilitators: z.array(
    z.object({
      slug,
      name: z.string().trim().min(1).max(100),
      title: perLanguage,
      pronouns: z.string().max(40).optional(),
      bio: perLanguage,
      image: z.string().optional(),
      outboundLink: z.url({ protocol: /^https$/ }).optional(),
    }),
  ),
});
export type CatalogueFile = z.output<typeof catalogueFile>;

const experienceFile = z.object({
  facilitator: slug,
  category: slug,
  status: z.enum(['production', 'beta']),
  /** The position in its category; experiences without one come last. */
  position: z.number().int().optional(),
  script: z.record(z.string(), z.unknown()),
});

/** A file of the content, and what is known of it. */
export interface ContentFile {
  /** The first 128 bits of the SHA-256 of its bytes: the same file has the same id wherever it comes from. */
  readonly id: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
  readonly kind: 'sound' | 'image';
  readonly format: string;
  readonly durationMs: number | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export interface ContentExperience {
  readonly type: string;
  readonly facilitator: string;
  readonly category: string;
  readonly status: 'production' | 'beta';
  readonly position: number;
  readonly script: Script;
}

export interface Content extends Omit<CatalogueFile, 'facilitators'> {
  readonly facilitators: readonly (Omit<CatalogueFile['facilitators'][number], 'image'> & {
    readonly image: string | undefined;
  })[];
  readonly experiences: readonly ContentExperience[];
  readonly files: ReadonlyMap<string, ContentFile>;
}

/** What is wrong with the content, one sentence for each place. */
export class ContentError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ContentError';
  }
}

const kinds: Readonly<Record<string, ContentFile['kind']>> = {
  mp3: 'sound',
  webp: 'image',
  jpg: 'image',
  png: 'image',
};

/** Reads and checks a folder of content. Throws a `ContentError` that names everything that is wrong with it. */
export async function readContent(folder: string): Promise<Content> {
  const problems: string[] = [];
  const files = new Map<string, ContentFile>();
  const root = await realpath(folder).catch(() => {
    throw new ContentError([`there is no folder ${folder}`]);
  });
  const known = new Map<string, Promise<ContentFile>>();
  /** The id of a file that is named relative to a folder. */
  const fileOf = async (from: string, name: string): Promise<string> => {
    const path = resolve(from, name);
    if (relative(root, path).startsWith(`..${sep}`)) throw new Error(`${name} is outside the folder`);
    const reading = known.get(path) ?? describe(path);
    known.set(path, reading);
    const file = await reading;
    files.set(file.id, file);
    return file.id;
  };
  const within = async <T>(place: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      problems.push(`${place}: ${sentenceOf(error)}`);
      return undefined;
    }
  };
  const catalogue = await within('catalogue.json', async () => {
    const parsed = catalogueFile.parse(JSON.parse(await readFile(join(root, 'catalogue.json'), 'utf8')));
    const facilitators = [];
    for (const each of parsed.facilitators)
      facilitators.push({ ...each, image: each.image === undefined ? undefined : await fileOf(root, each.image) });
    return { ...parsed, facilitators };
  });
  const experiences: ContentExperience[] = [];
  for (const type of await experienceFolders(root)) {
    const own = join(root, type);
    const read = await within(type, async () => {
      experienceType.parse(type);
      const {
        script,
        position = Number.MAX_SAFE_INTEGER,
        ...rest
      } = experienceFile.parse(JSON.parse(await readFile(join(own, 'experience.json'), 'utf8')));
      const withIds = await named(script, (name) => fileOf(own, name));
      return { type, ...rest, position, script: scriptSchema.parse(withIds) };
    });
    if (!read) continue;
    experiences.push(read);
    if (catalogue && !catalogue.categories.some(({ id }) => id === read.category))
      problems.push(`${type}: there is no category ${read.category} in catalogue.json`);
    if (catalogue && !catalogue.facilitators.some(({ slug }) => slug === read.facilitator))
      problems.push(`${type}: there is no facilitator ${read.facilitator} in catalogue.json`);
  }
  if (!catalogue || problems.length > 0) throw new ContentError(problems);
  return { ...catalogue, experiences: experiences.sort((a, b) => a.position - b.position), files };
}

async function experienceFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name === 'experience.json')
    .map(({ parentPath }) => relative(root, parentPath))
    .sort();
}

/** The script with the names of its files replaced. */
export async function named(
  script: Readonly<Record<string, unknown>>,
  replace: (name: string) => Promise<string>,
): Promise<unknown> {
  const visit = async (value: unknown, key: string, parent: string): Promise<unknown> => {
    const isFile = key === 'media' || key === 'backgroundImage' || (key === 'url' && parent === 'video');
    if (typeof value === 'string') return isFile && !value.startsWith('https:') ? replace(value) : value;
    if (Array.isArray(value)) return Promise.all(value.map((each) => visit(each, '', key)));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).map(async ([name, each]) => [name, await visit(each, name, key)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  return visit(script, '', '');
}

/** Reads a file, and measures it by its content: its name alone proves nothing. */
async function describe(path: string): Promise<ContentFile> {
  const format = extname(path).slice(1).toLowerCase();
  const kind = kinds[format];
  if (!kind) throw new Error(`${path.split(sep).at(-1)} is no MP3, WebP, JPEG or PNG file`);
  const bytes = await readFile(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { id: sha256.slice(0, 32), sha256, bytes, kind, format };
  const isWrong = new Error(`${path.split(sep).at(-1)} is not what its name says`);
  if (kind === 'image') {
    const { width, height, type } = imageSize(bytes);
    if (type !== format) throw isWrong;
    return { ...file, width, height, durationMs: undefined };
  }
  const duration = mp3Duration(bytes);
  if (duration === undefined) throw isWrong;
  return { ...file, width: undefined, height: undefined, durationMs: Math.round(duration) };
}

function sentenceOf(error: unknown): string {
  if (error instanceof z.core.$ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.') || 'it'} is not valid (${message})`).join('; ');
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'a file is missing' : message;
}

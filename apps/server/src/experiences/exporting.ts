import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../platform/files/store.ts';
import type { CatalogueStore } from './catalogue-store.ts';
import { named } from './content.ts';

export interface ExportOptions {
  readonly store: CatalogueStore;
  readonly files: FileStore;
}

/**
 * Writes everything that is published as files, in the layout that an import reads. A version in beta is written where there is none in
 * production. Returns the types that were written.
 */
export async function exportContent({ store, files }: ExportOptions, folder: string): Promise<readonly string[]> {
  const [categories, facilitators, experiences] = await Promise.all([
    store.categories(),
    store.facilitators(),
    store.experiences(),
  ]);
  const write = async (path: string, value: unknown): Promise<void> => {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
  };
  const written = new Set<string>();
  /** Writes a file once, and returns its name in `files`. */
  const save = async (id: string): Promise<string> => {
    const [row] = await store.files([id]);
    if (!row) throw new Error(`the file ${id} is missing`);
    const name = `${row.id}.${row.format}`;
    if (written.has(name)) return name;
    written.add(name);
    const parts: Buffer[] = [];
    for await (const part of await files.read(name)) parts.push(part as Buffer);
    await mkdir(join(folder, 'files'), { recursive: true });
    await writeFile(join(folder, 'files', name), Buffer.concat(parts));
    return name;
  };
  const published = facilitators.filter((each) => each.published);
  const authors = [];
  for (const { slug, name, title, bio, pronouns, image, outboundLink } of published)
    authors.push({
      ...{ slug, name, title, bio },
      ...(pronouns !== null && { pronouns }),
      ...(image !== null && { image: `files/${await save(image)}` }),
      ...(outboundLink !== null && { outboundLink }),
    });
  await write(join(folder, 'catalogue.json'), {
    categories: categories.map(({ position: _, ...each }) => each),
    facilitators: authors,
  });
  const slugs = new Map(published.map(({ id, slug }) => [id, slug]));
  const done: string[] = [];
  for (const [position, { type, categoryId, facilitatorId, productionVersion, betaVersion }] of experiences.entries()) {
    const facilitator = slugs.get(facilitatorId);
    if (facilitator === undefined) continue;
    const id = productionVersion ?? betaVersion;
    const [version] = id === null ? [] : await store.versions([id]);
    if (!version) continue;
    await write(join(folder, type, 'experience.json'), {
      facilitator,
      category: categoryId,
      status: productionVersion === null ? 'beta' : 'production',
      position,
      script: await named(version.script, async (media) => `../files/${await save(media)}`),
    });
    done.push(type);
  }
  return done;
}

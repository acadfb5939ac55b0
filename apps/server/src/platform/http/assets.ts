import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The types of the files that are kept in memory: those that a page needs before it can be used. */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

/** The path prefix of files whose names contain a hash of their content. */
const assetsPath = '/assets/';
/** `Cache-Control` of such files. */
export const keptForever = 'public, max-age=31536000, immutable';

/** Whether this path is answered from memory at once. */
export const isAsset = (pathname: string): boolean => pathname.startsWith(assetsPath) && types[extname(pathname)] !== undefined;

async function readAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const names = new Set(await readdir(folder).catch(() => []));
  const encoded = (name: string) => (names.has(name) ? readFileSync(join(folder, name)) : undefined);
  const assets = new Map<string, Asset>();
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const [br, gzip] = [encoded(`${name}.br`), encoded(`${name}.gz`)];
    assets.set(name, { type, plain: readFileSync(join(folder, name)), ...(br && { br }), ...(gzip && { gzip }) });
  }
  return assets;
}

/**
 * Serves the scripts, styles and fonts of `folder` (4 MB with their compressed forms) from memory. A page requests some sixty of
 * them; opening and reading each from the disk cost most of the time of an opening. `prepare` may add headers by the file's name.
 */
export async function serveAssets(
  app: FastifyInstance,
  folder: string,
  prepare: (reply: FastifyReply, name: string) => void,
): Promise<readonly string[]> {
  const assets = await readAssets(folder);
  for (const [name, { type, plain, br, gzip }] of assets)
    app.get(`${assetsPath}${name}`, (request, reply) => {
      prepare(reply, name);
      void reply.type(type).header('cache-control', keptForever).header('vary', 'Accept-Encoding');
      const accepted = request.headers['accept-encoding'] ?? '';
      if (br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br);
      if (gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzip);
      return reply.send(plain);
    });
  return [...assets.keys()];
}

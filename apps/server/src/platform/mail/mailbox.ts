import { AppError } from '@unspoken/contract/errors';
import { desc, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { isForThisMachine, isThisMachine } from '../http/this-machine.ts';
import { mailboxMessage } from './tables.ts';

/** Mails contain links that sign people in: only this machine may read them, and no page that reaches it under another name. */
function refuseOthers(request: FastifyRequest): void {
  if (!isThisMachine(request) || !isForThisMachine(request)) throw new AppError('not_found');
}

const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const linked = (value: string): string =>
  escaped(value).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>Development mailbox</title><link rel="stylesheet" href="/dev/mailbox.css"></head><body><main><h1>Development mailbox</h1>` +
  `<p>No SMTP server is configured, so mails are delivered here. Newest first.</p>${body}</main></body></html>`;

// A separate file: the content security policy allows no inline style here.
const style =
  ':root{color-scheme:light dark}body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 Georgia,serif}' +
  'article{border-top:1px solid #8886;padding:.5rem 0 1rem}h2{margin:.5rem 0;font-size:1.15rem}' +
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}';

/** The mailbox that is used without an SMTP server: /dev/mailbox for people, /dev/mailbox.json?to= for programs. */
export function mailboxRoutes(app: FastifyInstance, db: Database): void {
  const newest = (to: string | undefined) => {
    const all = db.select().from(mailboxMessage).$dynamic();
    return (to === undefined ? all : all.where(eq(mailboxMessage.to, to))).orderBy(desc(mailboxMessage.at)).limit(50);
  };
  app.get('/dev/mailbox.css', async (_request, reply) => reply.type('text/css').send(style));
  app.get('/dev/mailbox', async (request, reply) => {
    refuseOthers(request);
    const mails = await newest(undefined);
    const items = mails.map(
      ({ to, subject, text, calendar, at }) =>
        `<article><h2>${escaped(subject)}</h2><p>to ${escaped(to)}, <time>${at.toISOString()}</time></p><pre>${linked(text)}</pre>${
          calendar === null ? '' : `<details><summary>Calendar file</summary><pre>${escaped(calendar)}</pre></details>`
        }</article>`,
    );
    return reply
      .header('cache-control', 'no-store')
      .type('text/html')
      .send(page(items.join('') || '<p>No mail yet.</p>'));
  });
  app.get<{ Querystring: { to?: string } }>('/dev/mailbox.json', async (request, reply) => {
    refuseOthers(request);
    const { to } = request.query;
    return reply.header('cache-control', 'no-store').send(await newest(typeof to === 'string' ? to : undefined));
  });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configuration } from '@unspoken/contract/configuration';
import { durationsOfPages } from '@unspoken/contract/durations';
import type { FastifyInstance } from 'fastify';
import type { PauseSwitch } from '../administration/service.ts';
import { serveApiPages } from '../platform/http/api-pages.ts';
import type { PreviewOf } from '../platform/http/pages.ts';
import { serveDetector, serveWeb } from '../platform/http/static.ts';
import { mailboxRoutes } from '../platform/mail/mailbox.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';

interface WebsiteNeeds {
  readonly http: FastifyInstance;
  readonly pause: PauseSwitch;
  readonly previewOf: PreviewOf;
  /** The key of this installation for push services, if it has one. */
  readonly publicKey: string | undefined;
}

/** The built pages, their initial settings, and in development the mailbox. */
export function websiteModule(
  { config, db }: Pick<Platform, 'config' | 'db'>,
  { http, pause, previewOf, publicKey }: WebsiteNeeds,
): Module {
  const { productName, supportEmail, durations, additions, facebook, publicUrl, production, webDir, guardDir } = config;
  const hasMailbox = config.smtpUrl === undefined && !config.production;
  const detector = additions.includes('guard') && existsSync(join(guardDir, 'detector.js'));
  const settings = () => ({
    ...{ productName, supportEmail, durations: durationsOfPages(durations), mailbox: hasMailbox, samples: !production },
    facebook: facebook ? { appId: facebook.appId, dialogUrl: facebook.dialogUrl } : null,
    push: publicKey === undefined ? null : { publicKey },
    ...{ additions: [...additions], detector },
    pause: pause.now,
  });
  return {
    routes: (router) => router.on(configuration, async () => settings()),
    async prepare() {
      await serveApiPages(http, productName);
      if (hasMailbox) mailboxRoutes(http, db);
      if (detector) await serveDetector(http, guardDir);
      const installation = { productName, supportEmail, origin: publicUrl, configuration: settings() };
      const renewPages = await serveWeb(http, webDir, installation, previewOf);
      pause.subscribe(() => renewPages(settings()));
    },
  };
}

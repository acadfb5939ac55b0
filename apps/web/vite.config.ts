import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { brand } from './brand.ts';
import { leanContract } from './lean-contract.ts';
import { markdown } from './markdown.ts';
import { texts } from './texts.ts';

const server = 'http://localhost:3000';
const file = (path: string): string => join(import.meta.dirname, path);

const sharedParts =
  /src\/(durations\.ts|platform\/(later|browser|use-here|observable|use-configuration|announcements|fresh-id|api|token)\.ts|(lobby\/unsupported|pages\/outside-link|ui\/notice|ui\/close-button|ui\/icon|ui\/select|ui\/button)\.tsx|(ui\/(button|notice|close-button|select)|pages\/brand)\.module\.css)$/;

/**
 * Small modules that are loaded together: by themselves each would be a request, and compress less. The first page needs none of them
 * before it is scrolled. A group must contain no module that is imported dynamically: its chunk would need a runtime that every page
 * loads; and none that imports from a chunk which imports from the group.
 */
const loadedTogether = [
  // Not what only a rehearsal in the studio needs.
  ['machine', /packages\/encounter\/src\/(?!rehearsal|silent-sound)|node_modules\/xstate\/|src\/platform\/tab-storage\.ts/],
  [
    'cards',
    /src\/experiences\/(card|catalogue\.module|catalogue-skeleton|cut|details|facts|facilitator-image|facilitator-card|offers)|src\/ui\/(fact-icon|portrait|tabs)|src\/lobby\/avoid-repeat/,
  ],
  [
    'gatherings',
    /src\/gatherings\/(changes|explanation|notice|list|times|names|view|watch|use-gatherings|use-words|space-text|use-acts|actions|outcome|change-dialog|gatherings\.module)/,
  ],
  // Without `lobby/use-shorter`, `feelings/use-feelings` and `feelings/unsent`: with them the loader, too, would import the bundler's runtime, and
  // a second script would be loaded before the first paint.
  [
    'waiting',
    /src\/(encounters\/(end-search|use-encounter|clock)\.ts|encounters\/screens\/(waiting-room|guidance|screens)|encounters\/signs\/(sound|tones)|encounters\/sound-files|encounters\/parts\/(use-now|use-key|screen-heading|waiting-times|language-select)|notifications\/(call-me|too-late|refusal)|rendezvous\/(own-rendezvous|offers)|waits\/|install\/install-sheet|experiences\/(invitation-link|invitation-notice|copy-link)|gatherings\/(searching-in-group|gathering-notice|in-gathering|group-size)|lobby\/(circle-empty|lobby-notice)|platform\/clipboard|platform\/parts-on-demand|encounters\/parts\/looking-texts|lobby\/length-wish|feelings\/unsent-keys)/,
  ],
  [
    'calls',
    /packages\/contract\/src\/(call|accounts|account-settings|encounters|rooms|matchmaking|presence|gatherings|gathering-time|notifications|waits|rendezvous|standing|scripts|script-time|experience-plan|catalogue|experiences|circle|waiting-list|lengths|durations)\.ts/,
  ],
  [
    'controls',
    /src\/(ui\/(dialog|field|circles)|forms\/(form\.module|confirm-dialog)|platform\/(use-loaded|error-text|use-title))/,
  ],
] as const;

/** What every page has loaded before it loads a part of itself, by its document: naming it with each part would make the first page heavier. */
const everywhere =
  /assets\/((index|react|router|words|i18n|shared|session)-[\w-]+\.js|(index|portrait|pages|shared|routes)-[\w-]+\.css)$/;

/**
 * Every visitor loads the names of all parts, and a hash does not compress: 42 bits of it, 36 for a style, tell two builds apart. The
 * prerendered pages name the same files as the browser build, so both builds name them alike.
 */
const assetFileNames = ({ names }: Rolldown.PreRenderedAsset): string =>
  names.some((name) => name.endsWith('.css')) ? 'assets/[name]-[hash:6][extname]' : 'assets/[name]-[hash:7][extname]';

/** The entries of the browser build; prerendering has a single entry, which is named where it runs. */
const forBrowsers: Rolldown.InputOptions & { output: Rolldown.OutputOptions } = {
  input: { index: file('index.html'), 'service-worker': file('src/service-worker.ts') },
  output: {
    // A service worker needs a fixed name, and controls the paths below its own.
    entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
    chunkFileNames: 'assets/[name]-[hash:7].js',
    assetFileNames,
    // What every page needs comes in four chunks: neither many requests nor one long task.
    codeSplitting: {
      groups: [
        { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\// },
        { name: 'router', test: /node_modules\/react-router\// },
        { name: 'words', test: /node_modules\/(i18next|react-i18next)\// },
        // Small parts of the frame that other pages share: each would be a chunk of its own.
        { name: 'shared', test: sharedParts, includeDependenciesRecursively: false },
        // Every page starts with these; together they compress better.
        {
          name: 'session',
          test: /src\/(session\/(session|exit)|accounts\/facebook|invitations\/invited|platform\/configuration)\.ts$/,
          includeDependenciesRecursively: false,
        },
        // What the encounter, the lobby and the pages of the account share: each would be a part with a name of its own.
        {
          name: 'requests',
          test: /src\/(notifications\/(permission|requests)|install\/(badge|home-screen))\.ts$/,
          includeDependenciesRecursively: false,
        },
        ...loadedTogether.map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
      ],
    },
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [brand(), leanContract(), markdown(), texts(), react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The Content Security Policy allows nothing inline, so small files are not turned into data addresses either.
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    target: 'es2023',
    // The targeted browsers support `modulepreload` themselves.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === 'js' ? parts.filter((part) => !everywhere.test(part)) : parts,
    },
    rolldownOptions: isSsrBuild ? { output: { assetFileNames } } : forBrowsers,
  },
  server: { proxy: { '/api': server, '/dev': server, '/socket.io': { target: server, ws: true } } },
}));

import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { markdown } from './markdown.ts';
import { texts } from './texts.ts';

const server = 'http://localhost:3000';
const file = (path: string): string => join(import.meta.dirname, path);

/** What browsers are served; for rendering beforehand there is one entry only, and it is named where that is done. */
const forBrowsers: Rolldown.InputOptions & { output: Rolldown.OutputOptions } = {
  input: { index: file('index.html'), 'service-worker': file('src/service-worker.ts') },
  output: {
    // A service worker is found under its own name, and rules over what lies below it.
    entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
    // What every page needs comes in three pieces, which are neither many requests nor one long task.
    codeSplitting: {
      groups: [
        { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\// },
        { name: 'router', test: /node_modules\/react-router\// },
        { name: 'words', test: /node_modules\/(i18next|react-i18next)\// },
      ],
    },
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [markdown(), texts(), react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Policy: no inline anything, so nothing small is turned into a data address either.
    assetsInlineLimit: 0,
    // One sheet for all: a page that was rendered beforehand has its styles before any script has come.
    cssCodeSplit: false,
    target: 'es2023',
    // Browsers that this is built for know `modulepreload` by themselves.
    modulePreload: { polyfill: false },
    ...(!isSsrBuild && { rolldownOptions: forBrowsers }),
  },
  server: { proxy: { '/api': server, '/dev': server, '/socket.io': { target: server, ws: true } } },
}));

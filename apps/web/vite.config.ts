import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { markdown } from './markdown.ts';

const server = 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [markdown(), react()],
  // Policy: no inline anything, so nothing small is turned into a data address either.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      output: {
        // All texts of one language in one file: whoever reads it in needs one request, and nobody another's.
        codeSplitting: {
          groups: [
            { test: /locales\/\w+\/\w+\.json$/, debugName: 'texts', name: (id) => `texts-${/locales\/(\w+)/.exec(id)?.[1]}` },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/dev': server, '/socket.io': { target: server, ws: true } } },
});

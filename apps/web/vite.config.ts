import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Policy: no inline anything, so nothing small is turned into a data address either.
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2023' },
  server: { proxy: { '/api': server, '/dev': server, '/socket.io': { target: server, ws: true } } },
});

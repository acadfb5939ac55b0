import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/newsreader/wght.css';
import './ui/tokens.css';
import './ui/base.css';

/**
 * The application comes after the first paint where there is something to paint: a page that was rendered beforehand is
 * read while the rest is on its way. Nothing is painted in a tab in the background, which is not kept waiting for that.
 */
function afterPaint(begin: () => void): void {
  const timer = setTimeout(begin, 1_000);
  requestAnimationFrame(() =>
    setTimeout(() => {
      clearTimeout(timer);
      begin();
    }),
  );
}

const begin = () => void import('./main.tsx');
if (document.getElementById('root')?.hasChildNodes()) afterPaint(begin);
else begin();

import { files, isTest, read } from './files.ts';

const longest = 400;

/** What the repository must not contain, and the maximum length of a file. */
export function checkTraces(): string[] {
  const findings: string[] = [];
  for (const path of files('.ts', '.tsx', '.mjs', '.md', '.json', '.css', '.html', '.yaml', '.sh', 'run')) {
    const text = read(path);
    if (path === 'package-lock.json') {
      if (/"resolved":\s*"(http|git)/.test(text)) findings.push(`${path} records download addresses`);
      continue;
    }
    if (path.startsWith('docs/generated/') || path.startsWith('apps/server/migrations/')) continue;
    if (/\/(home|root|Users)\/\w|\/w[o]rk\//.test(text)) findings.push(`${path} names a path of somebody's machine`);
    if (path.endsWith('package.json') && JSON.parse(text).license !== 'AGPL-3.0-or-later')
      findings.push(`${path} names no licence, or another`);
    if (path.endsWith('.npmrc') || /\b[r]egistry\s*=|--[r]egistry\b/.test(text)) findings.push(`${path} names a registry`);
    if (isTest(path) && /\b(test|story|describe|it)(\.\w+)*\.only\b/.test(text))
      findings.push(`${path} runs only a part of its tests`);
    if (/\.tsx?$/.test(path) && /dangerously[S]etInnerHTML/.test(text)) findings.push(`${path} writes raw HTML`);
    if (/\.(tsx?|mjs|css|lua)$/.test(path) && text.split('\n').length > longest)
      findings.push(`${path} is longer than ${longest} lines`);
  }
  return findings;
}

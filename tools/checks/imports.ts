import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { root } from './files.ts';
import { domains, importRules, tests } from './import-rules.ts';

/** Every import between the files of these folders, and the violations of the rules. Source: dependency-cruiser. */
async function cruised(baseDir: string, ...folders: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(folders, {
    baseDir,
    validate: true,
    ruleSet: { forbidden: importRules },
    // The native TypeScript compiler has no API for tools yet; types are erased, so any parser is sufficient.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|locales)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  });
  return output as ICruiseResult;
}

/** The violations of the import rules in a checkout, as lines to print. */
export async function checkImports(checkout = root): Promise<string[]> {
  const { summary } = await cruised(checkout, 'apps', 'packages', 'verification', 'tools');
  return summary.violations.map(({ from, to, cycle, rule }) => {
    const path = cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : `${from} -> ${to}`;
    return `${path}: ${rule.name}`;
  });
}

/** Which domain of the server imports which. */
export async function domainGraph(): Promise<Record<string, string[]>> {
  const { modules } = await cruised(root, 'apps/server/src');
  const graph = new Map(Object.keys(domains).map((name) => [name, new Set<string>()]));
  const domainOf = (path: string) => /^apps\/server\/src\/([\w-]+)\//.exec(path)?.[1] ?? '';
  for (const { source, dependencies } of modules) {
    if (new RegExp(tests).test(source)) continue;
    const own = domainOf(source);
    for (const { resolved } of dependencies) {
      const other = domainOf(resolved);
      if (own !== other && graph.has(other)) graph.get(own)?.add(other);
    }
  }
  return Object.fromEntries([...graph].map(([name, uses]) => [name, [...uses].sort()]));
}

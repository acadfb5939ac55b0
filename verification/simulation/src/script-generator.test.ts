import { proveScript, scriptRules } from '@unspoken/contract/script-proof';
import { scriptSchema } from '@unspoken/contract/scripts';
import { expect, test } from 'vitest';
import { seedOfCommit } from '../../../tools/seed.ts';
import { brokenScripts, generatedScript } from './script-generator.ts';
import { SeededRandom } from './seeded-random.ts';

const seed = seedOfCommit();
const generated = Array.from({ length: 300 }, (_, n) => generatedScript(new SeededRandom(seed + n), `script ${n}`));

test(`every script generated from seed ${seed} is one, and keeps every rule`, () => {
  for (const { script, files } of generated) {
    expect(scriptSchema.parse(script)).toEqual(script);
    expect(proveScript(script, files)).toEqual([]);
  }
});

test.each(scriptRules)(`a script of seed ${seed} that breaks %s is refused for that rule, and for no other`, (rule) => {
  for (const each of generated) {
    const { script, files } = brokenScripts(each)[rule];
    expect(scriptSchema.safeParse(script).success).toBe(true);
    expect(new Set(proveScript(script, files).map((finding) => finding.rule))).toEqual(new Set([rule]));
  }
});

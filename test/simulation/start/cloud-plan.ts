import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { CloudPlan } from '@scangate/emulator-aws/template/cloud-plan';

const folder = new URL('../../../build/simulation/', import.meta.url).pathname;

/** Everything that the templates are made of. */
const ofTemplates = [
  'lib/infra/**/*.ts',
  'lib/contract/**/*.ts',
  'functions/**/{function,endpoint,webhook,index}.ts',
];

const digestOfTemplates = (): string => {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'));
  for (const path of globSync(ofTemplates).toSorted()) hash.update(path).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
};

/** Reads the plan of the service's own templates, which are synthesized when anything of them has changed. */
export const readCloudPlan = async (): Promise<CloudPlan> => {
  const path = `${folder}plan-${digestOfTemplates()}.json`;
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as CloudPlan;
  const { serviceApp, synthesize } = await import('#local/synthesize.ts');
  // Another process may do so at the same time.
  const own = `${folder}templates-${process.pid}`;
  const { plan } = await synthesize(serviceApp, own);
  rmSync(own, { recursive: true });
  writeFileSync(`${own}.json`, JSON.stringify(plan));
  renameSync(`${own}.json`, path);
  return plan;
};

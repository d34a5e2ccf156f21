import type { Flow } from './flow.ts';
import { moneyFlows } from './money-flows.ts';
import { otherFlows } from './other-flows.ts';
import { scanFlows } from './scan-flows.ts';

export const flows: readonly Flow[] = [...scanFlows, ...moneyFlows, ...otherFlows];

export const flowNamed = (name: string): Flow => {
  const found = flows.find((flow) => flow.name === name);
  if (!found) throw new Error(`there is no flow ${name}`);
  return found;
};

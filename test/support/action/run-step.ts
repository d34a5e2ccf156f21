import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runAction } from '@scangate/action/run-action';
import { commandEnvironmentOf } from '../cli/run-main.ts';
import type { SentRequest } from '../cli/scripted-fetch.ts';
import { canary, serve, type World } from './github-and-service.ts';
import { readOutputs, readStep, type StepOutput } from './read-step.ts';

export interface StepRun extends StepOutput {
  exitCode: number;
  outputs: Record<string, string>;
  summary: string;
  sent: readonly SentRequest[];
  /** Everything that the step wrote, as it was written. */
  everything: string;
}

const run = {
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_RUN_ID: '1658821493',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_JOB: 'scan',
  GITHUB_SERVER_URL: 'https://github.com',
};

export const inputs = {
  url: 'https://scangate.example',
  organization: '0d4ac6a2-8a0b-4c1e-9a57-2f4f8f6f3f10',
  'github-token': `ghs_${canary}`,
};

/** Runs the Action as a step of a job for an event. */
export const runStep = async (
  world: World,
  event: { environment: Record<string, string>; payload: unknown },
  given: Record<string, string> = {},
): Promise<StepRun> => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-action-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const eventFile = join(folder, 'event.json');
  writeFileSync(eventFile, JSON.stringify(event.payload));
  const files: Record<string, string> = { output: '', summary: '' };
  const { sent, fetch } = serve(world);
  let printed = '';
  const named = Object.entries({ ...inputs, ...given }).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ]);
  const commandEnvironment = commandEnvironmentOf({
    directory: folder,
    fetch,
    environment: {
      ...run,
      SCANGATE_TOKEN: `sgs_${canary}`,
      GITHUB_EVENT_PATH: eventFile,
      GITHUB_OUTPUT: 'output',
      GITHUB_STEP_SUMMARY: 'summary',
      ...event.environment,
      ...(Object.fromEntries(named) as Record<string, string>),
    },
  });
  const exitCode = await runAction({
    ...commandEnvironment,
    print: (text) => void (printed += text),
    append: (file, text) => void (files[file] += text),
    readText: (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
    reportFolder: folder,
  });
  const { output = '', summary = '' } = files;
  const everything = `${printed}${output}${summary}`;
  return { exitCode, ...readStep(printed), outputs: readOutputs(output), summary, sent, everything };
};

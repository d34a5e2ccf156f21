import { runMain } from '#test/support/cli/run-main.ts';
import type { Figure } from '../figures.ts';
import { newTenant, type BenchService } from '../service.ts';

/** Runs the step of a pipeline twice against the service. @returns the figures of the second run */
export const repeatedStepFigures = async (service: BenchService): Promise<Figure[]> => {
  const { token, owner } = await newTenant(service, 10);
  const commit = service.commits[0] ?? '';
  const environment = {
    SCANGATE_URL: service.cloud.url,
    SCANGATE_TOKEN: token,
    BUILDKITE: 'true',
    BUILDKITE_BUILD_ID: '17',
    BUILDKITE_JOB_ID: 'gate',
    BUILDKITE_RETRY_COUNT: '0',
    BUILDKITE_COMMIT: commit,
    BUILDKITE_BRANCH: 'main',
    BUILDKITE_PULL_REQUEST: 'false',
    BUILDKITE_REPO: 'https://github.com/bench/repository.git',
  };
  const step = async (): Promise<string> => {
    const args = ['scan', '--repository', 'bench/repository', '--types', 'secrets', '--no-wait'];
    const { exitCode, out, log } = await runMain(args, { environment, fetch: globalThis.fetch });
    if (exitCode !== 0) throw new Error(`The step ended with ${exitCode}: ${log}`);
    return out.trim();
  };
  const consumed = async (): Promise<number> => {
    const { items } = await service.expectStatus(200, 'GET', '/billing/ledger?kind=consume', owner);
    return (items as object[]).length;
  };
  const [first, before] = [await step(), await consumed()];
  const second = await step();
  const figure = (unit: string, value: number, limit: number): Figure => ({
    section: 'Clients: requests of a scan',
    what: 'a step that runs again',
    unit,
    value,
    limit,
    exactly: true,
  });
  return [
    figure('new scans', first === second ? 0 : 1, 0),
    figure('credits', (await consumed()) - before, 0),
    figure('credits of the first run', before, 1),
  ];
};

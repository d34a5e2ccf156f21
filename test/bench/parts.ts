import { rmSync } from 'node:fs';
import { measureBilling } from './billing.ts';
import { bundleAll } from './bundles.ts';
import { measureCharges } from './cases/charges.ts';
import { measureCases, measureManyUnits } from './cases/cases.ts';
import { measureCommandLine } from './cli.ts';
import { measureClients } from './clients/clients.ts';
import { referenceFigures } from './clients/reference.ts';
import { repeatedStepFigures } from './clients/repeated-step.ts';
import { measureContention } from './contention.ts';
import { measureDeadReceiver } from './deliveries/dead-receiver.ts';
import { measureDeliveries } from './deliveries/deliveries.ts';
import { measureEvidence } from './evidence/evidence.ts';
import { signingFigures } from './evidence/signing.ts';
import { measureExchange } from './exchange/exchange.ts';
import { floodFigures } from './fairness/flood.ts';
import {
  billingFigures,
  bundleFigures,
  contentionFigures,
  deadReceiverFigures,
  deliveryFigures,
  exchangeFigures,
  longWaitFigures,
  operationFigures,
  signInFigures,
  type Figure,
} from './figures.ts';
import { measureHistory } from './history/history.ts';
import { measureLimits } from './limits/limits.ts';
import { loadFigures } from './load/load-figures.ts';
import { runLoad, usualLoad } from './load/load.ts';
import { measureFetching } from './memory/fetching.ts';
import { measureLargeBodies } from './memory/large-bodies.ts';
import { measureLedger } from './memory/ledger-audit.ts';
import { measurePreparing } from './memory/preparing.ts';
import { measureWaiting } from './memory/waiting.ts';
import { measureOperations } from './operations.ts';
import { busyPoolFigures } from './pool/busy-pool.ts';
import { measurePrices } from './price/measure-price.ts';
import { readerFigures } from './readers/readers.ts';
import { measureUpgrade } from './releases/upgrade.ts';
import { measureReuse } from './reuse/reuse.ts';
import { measureSandbox } from './sandbox.ts';
import { startBenchService, type BenchService } from './service.ts';
import { measureSignIn } from './sign-in/sign-in.ts';
import { measureDays } from './simulated/days.ts';
import { measureSimulated } from './simulated/simulated.ts';
import { measureManyBytes, measureManyFiles } from './sources/large-repositories.ts';
import { measureStartTimes } from './start-times.ts';
import { measureStarts } from './starts/starts.ts';
import { measureLongWait } from './wait/long-wait.ts';
import { measureWaits } from './wait/large-scans.ts';
import { measureWatch } from './watch/watch.ts';
import { pauseWorkflows } from './workflows.ts';

/** Begins what parts share when the first of them asks for it. */
export class BenchTools {
  #service: Promise<BenchService> | undefined;
  #bundles: ReturnType<typeof bundleAll> | undefined;

  /** The whole service on this machine. */
  service = (): Promise<BenchService> => (this.#service ??= startBenchService());
  /** Every function, bundled as for the cloud. */
  bundles = (): ReturnType<typeof bundleAll> => (this.#bundles ??= bundleAll());

  /** Stops the service, which would take memory and time of the parts after it. */
  async closeService(): Promise<void> {
    await (await this.#service)?.close();
    this.#service = undefined;
  }

  async close(): Promise<void> {
    await this.closeService();
    const bundles = await this.#bundles;
    if (bundles) rmSync(bundles.directory, { recursive: true, force: true });
  }
}

type Bundles = Awaited<ReturnType<typeof bundleAll>>;
type OfService = (service: BenchService) => Promise<Figure[]>;

const operations = async (service: BenchService): Promise<Figure[]> => {
  const measured = await measureOperations(service);
  return [
    ...operationFigures(measured),
    ...longWaitFigures(await measureLongWait(service)),
    ...signingFigures(measured.costs['prepare-scan'] ?? { requests: [] }),
  ];
};

const prices = async (service: BenchService): Promise<Figure[]> => {
  const { figures, text } = await measurePrices(service);
  process.stdout.write(`${text}\n\n`);
  return figures;
};

const contention = async (service: BenchService): Promise<Figure[]> => {
  await pauseWorkflows(service);
  return [
    ...contentionFigures('as they come', await measureContention(service)),
    ...contentionFigures('40 conflicts injected', await measureContention(service, 40)),
  ];
};

/** Parts that ask the service, in this order: the last ones leave its workflows paused. */
const ofService: Readonly<Record<string, OfService>> = {
  operations,
  cases: measureCases,
  'many-units': measureManyUnits,
  prices,
  limits: measureLimits,
  exchange: async (service) => exchangeFigures(await measureExchange(service)),
  deliveries: async (service) => [
    ...deliveryFigures(await measureDeliveries(service)),
    ...deadReceiverFigures(await measureDeadReceiver()),
  ],
  'sign-in': async (service) => signInFigures(await measureSignIn(service)),
  billing: async (service) => billingFigures(await measureBilling(service)),
  clients: async (service) => [
    ...(await repeatedStepFigures(service)),
    ...(await referenceFigures(service.cloud.url)),
    ...(await measureClients()),
  ],
};

/** Parts that ask the service and load the bundles of the cloud. */
const ofBoth: Readonly<Record<string, (service: BenchService, bundles: string) => Promise<Figure[]>>> = {
  starts: measureStarts,
  contention,
  waiting: measureWaiting,
  preparing: measurePreparing,
  fetching: measureFetching,
  'large-bodies': measureLargeBodies,
};

const ofBundles: Readonly<Record<string, (bundles: Bundles) => Promise<Figure[]>>> = {
  bundles: async ({ sizes }) => bundleFigures(sizes),
  sandbox: ({ directory }) => measureSandbox(directory),
};

const alone: Readonly<Record<string, () => Promise<Figure[]>>> = {
  pool: busyPoolFigures,
  floods: floodFigures,
  watch: measureWatch,
  reuse: measureReuse,
  ledger: measureLedger,
  history: measureHistory,
  'many-files': measureManyFiles,
  'many-bytes': measureManyBytes,
  evidence: measureEvidence,
  upgrade: measureUpgrade,
  charges: measureCharges,
  waits: measureWaits,
  simulated: measureSimulated,
  days: measureDays,
  readers: readerFigures,
  'command-line': measureCommandLine,
  'start-times': measureStartTimes,
  load: async () => loadFigures(usualLoad, await runLoad(usualLoad)),
};

/** A part of the bench, which can also run without the others. */
export interface Part {
  name: string;
  measure: (tools: BenchTools) => Promise<Figure[]>;
}

const partsOf = <M>(
  table: Readonly<Record<string, M>>,
  measure: (given: M, tools: BenchTools) => Promise<Figure[]>,
): Part[] =>
  Object.entries(table).map(([name, given]) => ({ name, measure: (tools) => measure(given, tools) }));

/** All parts in the order in which they run together. */
export const parts: readonly Part[] = [
  ...partsOf(ofService, async (measure, { service }) => measure(await service())),
  ...partsOf(ofBundles, async (measure, { bundles }) => measure(await bundles())),
  ...partsOf(ofBoth, async (measure, { service, bundles }) =>
    measure(await service(), (await bundles()).directory),
  ),
  ...partsOf(alone, async (measure, tools) => {
    await tools.closeService();
    return measure();
  }),
];

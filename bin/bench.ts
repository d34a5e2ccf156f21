/** Measures the costs and times of the service on this machine (`npm run bench`) and writes bench.json. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureBilling } from '#test/bench/billing.ts';
import { bundleAll } from '#test/bench/bundles.ts';
import { measureClients } from '#test/bench/clients/clients.ts';
import { referenceFigures } from '#test/bench/clients/reference.ts';
import { repeatedStepFigures } from '#test/bench/clients/repeated-step.ts';
import { measureCommandLine } from '#test/bench/cli.ts';
import {
  billingFigures,
  bundleFigures,
  contentionFigures,
  deadReceiverFigures,
  deliveryFigures,
  exchangeFigures,
  signInFigures,
  longWaitFigures,
  operationFigures,
  overLimit,
  type Figure,
} from '#test/bench/figures.ts';
import { measureDeadReceiver } from '#test/bench/deliveries/dead-receiver.ts';
import { measureDeliveries } from '#test/bench/deliveries/deliveries.ts';
import { measureEvidence } from '#test/bench/evidence/evidence.ts';
import { signingFigures } from '#test/bench/evidence/signing.ts';
import { measureExchange } from '#test/bench/exchange/exchange.ts';
import { busyPoolFigures } from '#test/bench/pool/busy-pool.ts';
import { floodFigures } from '#test/bench/fairness/flood.ts';
import { measureSignIn } from '#test/bench/sign-in/sign-in.ts';
import { measureLargeBodies } from '#test/bench/memory/large-bodies.ts';
import { measureHistory } from '#test/bench/history/history.ts';
import { measureLedger } from '#test/bench/memory/ledger-audit.ts';
import { measureLimits } from '#test/bench/limits/limits.ts';
import { measureUpgrade } from '#test/bench/releases/upgrade.ts';
import { readerFigures } from '#test/bench/readers/readers.ts';
import { measureReuse } from '#test/bench/reuse/reuse.ts';
import { measureWatch } from '#test/bench/watch/watch.ts';
import { measureWaiting } from '#test/bench/memory/waiting.ts';
import { measureLongWait } from '#test/bench/wait/long-wait.ts';
import { measureOperations } from '#test/bench/operations.ts';
import { measureContention } from '#test/bench/contention.ts';
import { startBenchService } from '#test/bench/service.ts';
import { measureSandbox } from '#test/bench/sandbox.ts';
import { measureSimulated } from '#test/bench/simulated/simulated.ts';
import { measureStarts } from '#test/bench/starts/starts.ts';
import { measureStartTimes } from '#test/bench/start-times.ts';
import { formatTable } from '#test/bench/format-table.ts';
import { goalTable, judgeGoals, missedGoals } from '#test/bench/goals/goal-table.ts';
import { measureCases } from '#test/bench/cases/cases.ts';
import { measurePrices } from '#test/bench/price/measure-price.ts';
import { pauseWorkflows } from '#test/bench/workflows.ts';

// Lambda runs in UTC.
process.env['TZ'] = 'UTC';

const figures: Figure[] = [];
const tell = (some: readonly Figure[]) => {
  figures.push(...some);
  console.log(`${formatTable(some)}\n`);
};

const { directory, sizes } = await bundleAll();
const service = await startBenchService();
try {
  const operations = await measureOperations(service);
  const wait = await measureLongWait(service);
  tell([...operationFigures(operations), ...longWaitFigures(wait)]);
  tell(signingFigures(operations.costs['prepare-scan'] ?? { requests: [] }));
  tell(await measureCases(service));
  const prices = await measurePrices(service);
  tell(prices.figures);
  console.log(`${prices.text}\n`);
  tell(await measureStarts(service, directory));
  tell(await measureLimits(service));
  const exchange = await measureExchange(service);
  tell(exchangeFigures(exchange));
  const deliveries = await measureDeliveries(service);
  tell([...deliveryFigures(deliveries), ...deadReceiverFigures(await measureDeadReceiver())]);
  tell(signInFigures(await measureSignIn(service)));
  const billing = await measureBilling(service);
  tell(billingFigures(billing));
  tell([...(await repeatedStepFigures(service)), ...(await referenceFigures(service.cloud.url))]);
  tell(bundleFigures(sizes));
  tell(await measureSandbox(directory));
  await pauseWorkflows(service);
  const contest = await measureContention(service);
  const contested = await measureContention(service, 40);
  tell([
    ...contentionFigures('as they come', contest),
    ...contentionFigures('40 conflicts injected', contested),
  ]);
  tell(await measureWaiting(service, directory));
  tell(await measureLargeBodies(service, directory));
  await service.close();
  tell(await busyPoolFigures());
  tell(await floodFigures());
  tell(await measureWatch());
  tell(await measureReuse());
  tell(await measureLedger());
  tell(await measureHistory());
  tell(await measureEvidence());
  tell(await measureUpgrade());
  tell(await measureSimulated());
  tell(await readerFigures());
  tell(await measureCommandLine());
  tell(await measureClients());
  const times = await measureStartTimes().catch((error: unknown) =>
    console.error('Nothing was timed:', error),
  );
  tell(times ?? []);

  const goals = judgeGoals(figures);
  const over = [...overLimit(figures), ...missedGoals(goals)];
  const asked = Object.fromEntries(
    Object.entries({ ...operations.costs, ...billing }).map(([what, cost]) => [what, cost.requests]),
  );
  const report = {
    measuredAt: new Date().toISOString(),
    node: process.version,
    over,
    figures,
    asked,
    prices: prices.text,
  };
  writeFileSync(join(import.meta.dirname, '..', 'bench.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  console.log(`Goals\n${goalTable(goals)}\n`);
  console.log(over.length === 0 ? 'Everything is within its limit.' : `Over the limit:\n${over.join('\n')}`);
  process.exitCode = over.length === 0 ? 0 : 1;
} finally {
  await service.close();
  rmSync(directory, { recursive: true, force: true });
}

import { startMissedRecharges } from '#app/auto-recharge/start-missed-recharges.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireRechargeStarter } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, recharge: wireRechargeStarter },
  (_event: unknown, ports, context) => startMissedRecharges({ ...ports, log }, context),
);

import { checkDomains } from '#app/identity/sso/check-domains.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireTxtRecords } from '#runtime/wire/identity/txt-records.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, txtRecords: wireTxtRecords },
  (_event: unknown, ports, context) => checkDomains({ ...ports, log }, context),
);

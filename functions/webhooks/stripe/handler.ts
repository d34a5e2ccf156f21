import { receive } from '../../../lib/runtime/receive.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireTill, wireTillMessages } from '../../../lib/runtime/wire/till.ts';
import { wireRecharge } from '../../../lib/runtime/wire/workflow.ts';
import { hearTill } from '../../billing/till/hear-till.ts';
import { webhook } from './webhook.ts';

export const handler = receive(
  webhook,
  { store: wireStore, till: wireTill, tillMessages: wireTillMessages, recharge: wireRecharge },
  ({ body, signature, now }, { tillMessages }) => tillMessages.read(body, signature, now),
  (event, { now }, ports) => hearTill(event, ports, now),
);

import type { Records } from '@scangate/domain/record-changes';
import { deviceStates, type DeviceDecision } from '@scangate/domain/identity/device/device-records';
import { roles, scopes } from '@scangate/domain/identity/roles';
import { listOf, number, objectOf, oneOf, optional, text, type FieldParsers } from './parse-value.ts';

const deviceDecision = objectOf<DeviceDecision>({
  organizationId: text,
  billingAccountId: text,
  personId: text,
  role: oneOf(roles),
  tokenId: text,
  at: text,
  scopes: optional(listOf(oneOf(scopes))),
  expiresInDays: optional(number),
});

type DeviceRecord = 'deviceLogin' | 'deviceUserCode' | 'deviceTries';

/** Parsers of the records of command lines that log in. */
export const deviceRecordFields: { [R in DeviceRecord]: FieldParsers<Records[R]> } = {
  deviceLogin: {
    deviceHash: text,
    state: oneOf(deviceStates),
    startedAt: text,
    expiresAt: text,
    intervalSeconds: number,
    polledAt: optional(text),
    decision: optional(deviceDecision),
  },
  deviceUserCode: { userCodeHash: text, deviceHash: text, expiresAt: text },
  deviceTries: { triesOf: text, tries: number, expiresAt: text },
};

import { ServiceError } from '../protocol/aws-json.ts';
import type { KeyPlan } from '../template/cloud-plan.ts';

export type Keys = readonly KeyPlan[];

/** Finds a key by its id, ARN or alias. @throws ServiceError */
export const findKey = (keys: Keys, reference: string): KeyPlan => {
  const found = keys.find((key) => [key.keyId, key.arn, ...key.aliases].includes(reference));
  if (!found) throw new ServiceError('NotFoundException', `There is no key ${reference}.`);
  return found;
};

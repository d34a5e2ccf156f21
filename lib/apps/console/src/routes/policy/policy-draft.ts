import type { ArgumentsOf, BodyOfResponse } from '@scangate/client';
import { policyMessages } from '@scangate/console/messages/gate/policy.ts';

/** The policy as somebody edits it; a proposal that waits is no part of it. */
export type Policy = Omit<BodyOfResponse<'get-gate', 200>, 'proposal'>;
export type PolicyChange = ArgumentsOf<'change-gate'>[0]['body'];

export const withoutProposal = ({
  proposal: _proposal,
  ...policy
}: BodyOfResponse<'get-gate', 200>): Policy => policy;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields that differ from the version that the edit began with. What is not sent stays as it is. */
export const changeOf = (base: Policy, edited: Policy): PolicyChange =>
  Object.fromEntries(
    Object.entries(edited).filter(([name, value]) => !isSame(value, base[name as keyof Policy])),
  ) as PolicyChange;

/** A list that stands in a text field, one entry a line. */
export const linesOf = (list: readonly string[]): string => list.join('\n');

/** Reads such a field; empty lines and repeated entries are left out. */
export const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Says a value of the policy in words, so that two versions can be compared by eye. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return policyMessages.nothing;
  if (typeof value === 'boolean') return value ? policyMessages.on : policyMessages.off;
  if (Array.isArray(value))
    return value.length === 0 ? policyMessages.nothing : value.map(valueText).join(', ');
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value);
  return entries.length === 0
    ? policyMessages.nothing
    : entries.map(([name, inner]) => `${name}: ${valueText(inner)}`).join('; ');
};

/** A share of 1 as percent in a field; empty for none. */
export const percentOf = (share: number | null): number | undefined =>
  share === null ? undefined : Math.round(share * 100);

export const shareOf = (percent: number | undefined): number | null =>
  percent === undefined ? null : Math.min(100, Math.max(0, percent)) / 100;

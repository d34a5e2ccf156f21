import type { ArgumentsOf } from '@scangate/client';
import { tokenDays } from '@scangate/console/messages/organization/token-days.ts';
import type { Role, Scope } from '@scangate/console/session/session.ts';
import type { ChosenRepository } from '../pickers/repository-picker.tsx';

export type IssueBody = ArgumentsOf<'issue-token'>[0]['body'];

/** A token as the form has it. */
export interface TokenRequest {
  kind: 'personal' | 'service';
  name: string;
  scopes: readonly Scope[];
  /** Undefined while the field holds no number. */
  days: number | undefined;
  repositories: readonly ChosenRepository[];
}

/** The scopes that a pipeline needs, and no more. */
const serviceScopes: readonly Scope[] = ['repositories:read', 'scans:read', 'scans:write'];

const daysOf = { personal: 90, service: 365 } as const;

/** The kinds of token that a role can make. */
export const kindsFor = (role: Role): readonly TokenRequest['kind'][] =>
  role === 'owner' || role === 'admin' ? ['service', 'personal'] : ['personal'];

/** A new token of a kind, with the scopes and the life that suit most of them. */
export const newRequest = (kind: TokenRequest['kind'], own: readonly Scope[]): TokenRequest => ({
  kind,
  name: '',
  scopes: kind === 'service' ? serviceScopes.filter((scope) => own.includes(scope)) : [...own],
  days: daysOf[kind],
  repositories: [],
});

/** Whether a token cannot live so many days. */
export const isNotALife = (days: number | undefined): boolean =>
  days === undefined || days < tokenDays.least || days > tokenDays.most;

/** The fields that cannot be sent as they are. */
export const errorsIn = ({ name, scopes, days }: TokenRequest) => ({
  name: name.trim() === '',
  scopes: scopes.length === 0,
  days: isNotALife(days),
});
export type RequestErrors = ReturnType<typeof errorsIn>;

/** The request of a form without errors. */
export const bodyOf = ({ kind, name, scopes, days, repositories }: TokenRequest): IssueBody => ({
  kind,
  name: name.trim(),
  scopes: [...scopes],
  ...(days !== undefined && { expiresInDays: days }),
  ...(kind === 'service' &&
    repositories.length > 0 && { repositoryIds: repositories.map(({ repositoryId }) => repositoryId) }),
});

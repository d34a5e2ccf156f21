import { actorOf, auditEvent, diffFields, type Actor } from '../audit/audit-event.ts';
import { begunAnew, enabledAgain, noDeliveries } from '../delivery/delivery-state.ts';
import { dueAtOnce } from '../delivery/replay.ts';
import { planIncludes } from '../subscribers/subscriber-plan.ts';
import type { Change } from '../change.ts';
import type { Delivery, EventFilter, Subscriber } from '../events/event-records.ts';
import { listenFor } from '../subscribers/listening.ts';
import {
  othersOf,
  removedFields,
  subscriberAct,
  updateSubscriber,
  type OrganizationSubscribers,
} from '../subscribers/subscriber-changes.ts';
import { subscriberStateView } from '../subscribers/subscriber-view.ts';
import type { PlanName } from '../plans/plan-names.ts';
import { Problem } from '../problem.ts';
import { updateFields } from '../record-difference.ts';
import type { Instant } from '../records.ts';
import { isIntegrationKind, kindSpecOf } from './kinds/index.ts';
import type { IntegrationKind } from './kinds/integration-kind.ts';

type IntegrationChange = Change<'subscriber' | 'organization' | 'auditEvent' | 'delivery'>;

/** A subscriber that `/v1/integrations` made. */
export type Integration = Subscriber & { kind: IntegrationKind };

export const isIntegration = (subscriber: Subscriber | undefined): subscriber is Integration =>
  subscriber !== undefined && isIntegrationKind(subscriber.kind) && subscriber.removedAt === undefined;

/** @throws Problem integration_not_found */
export const requireIntegration = (subscriber: Subscriber | undefined): Integration => {
  if (!isIntegration(subscriber)) throw new Problem('integration_not_found');
  return subscriber;
};

/** An integration as the API shows it: whether it has a credential, never which. */
export const integrationView = (integration: Integration, plan: PlanName) => {
  const { subscriberId, kind, name, types, filter, settings = {}, target } = integration;
  return {
    integrationId: subscriberId,
    kind,
    name,
    types,
    ...(filter && { filter }),
    settings,
    ...(target !== undefined && { target }),
    ...subscriberStateView(integration, !planIncludes(plan, kind)),
  };
};

/** The part of an integration that people set. */
const changeable = ({ kind, name, types, filter, settings, disabled }: Integration) => ({
  kind,
  name,
  types,
  ...(filter && { filter }),
  ...(settings && { settings }),
  enabled: disabled === undefined,
});

export interface NewIntegration {
  organizationId: string;
  subscriberId: string;
  kind: IntegrationKind;
  name: string;
  types?: string[] | undefined;
  filter?: EventFilter | undefined;
  settings: Record<string, unknown>;
  /** Sealed. */
  credential: string;
  target: string;
  createdAt: Instant;
  createdBy: string;
}

/** Makes a new integration: it listens to the types of its kind, unless the request names types. */
export const newIntegration = ({ types, filter, ...given }: NewIntegration): Integration => {
  const spec = kindSpecOf(given.kind);
  return {
    ...given,
    types: types ?? [...(spec?.defaultTypes ?? [])],
    ...(filter && { filter }),
    version: 1,
    ...noDeliveries,
  };
};

/** Creates an integration. @throws Problem limit_reached */
export const createIntegration = (
  caller: Actor,
  { integration, organization, subscribers }: OrganizationSubscribers & { integration: Integration },
): IntegrationChange[] => [
  { change: 'insert', record: 'subscriber', item: integration },
  listenFor(organization, [...subscribers, integration], {
    at: integration.createdAt,
    counted: { field: 'integrations', step: 1 },
  }),
  subscriberAct(caller, integration, {
    noun: 'integration',
    action: 'integration.created',
    at: integration.createdAt,
    after: changeable(integration),
  }),
];

/** A change of an integration as the request has it; what is absent stays. */
export interface IntegrationEdit {
  name?: string | undefined;
  types?: string[] | undefined;
  /** `null` removes it. */
  filter?: EventFilter | null | undefined;
  settings?: Record<string, unknown> | undefined;
  enabled?: boolean | undefined;
}

/** Applies a change. */
const edited = (
  { filter, disabled, ...before }: Integration,
  edit: IntegrationEdit,
  { at, sealed, target }: { at: Instant; sealed?: string | undefined; target?: string | undefined },
): Integration => {
  const isOn = edit.enabled ?? disabled === undefined;
  const wanted = edit.filter === undefined ? filter : (edit.filter ?? undefined);
  return {
    ...before,
    ...(!isOn && { disabled: disabled ?? { at, cause: 'person' as const } }),
    name: edit.name ?? before.name,
    types: edit.types ?? before.types,
    ...(wanted && { filter: wanted }),
    settings: edit.settings ?? before.settings ?? {},
    ...(sealed !== undefined && { credential: sealed }),
    ...(target !== undefined && { target }),
    version: before.version + 1,
  };
};

interface Changing extends OrganizationSubscribers {
  before: Integration;
  /** Its deliveries that were refused, and wait for their next attempt. */
  delayed: readonly Delivery[];
}

/**
 * Changes an integration. Nothing changed gives no change. One that is enabled, or gets another credential, begins anew: it
 * does not fail, and what waits is due.
 */
export const changeIntegration = (
  caller: Actor,
  { before, delayed, organization, subscribers }: Changing,
  { edit, at, ...tried }: { edit: IntegrationEdit; at: Instant; sealed?: string; target?: string },
): { integration: Integration; changes: IntegrationChange[] } => {
  const asked = edited(before, edit, { at, ...tried });
  const isAnew = !asked.disabled && (before.disabled !== undefined || tried.sealed !== undefined);
  const again = isAnew ? enabledAgain(before, at) : undefined;
  const after = isAnew ? begunAnew(asked, at) : asked;
  const changed = diffFields(changeable(before), changeable(after));
  const isSame = Object.keys({ ...changed.before, ...changed.after }).length === 0;
  if (isSame && tried.sealed === undefined) return { integration: before, changes: [] };
  // Only what differs, so that a delivery under way is not undone; what begins anew does whatever that delivery wrote.
  const { set, unset = [] } = updateFields<Subscriber>(before, after);
  const removed = [...new Set([...unset, ...(again?.unset ?? [])])];
  const fields = { set: { ...set, ...again?.set }, ...(removed.length > 0 && { unset: removed }) };
  return {
    integration: after,
    changes: [
      updateSubscriber(before, fields, 'integration'),
      ...(isAnew ? delayed.map((one) => dueAtOnce(one, at)) : []),
      listenFor(organization, [...othersOf(subscribers, before), after], { at }),
      subscriberAct(caller, after, {
        noun: 'integration',
        action: 'integration.changed',
        at,
        before: changed.before,
        after: { ...changed.after, ...(tried.sealed !== undefined && { credential: 'replaced' }) },
      }),
    ],
  };
};

/** Removes an integration: its credential is gone at once, and what waited is not sent. */
export const removeIntegration = (
  caller: Actor,
  { before, organization, subscribers }: OrganizationSubscribers & { before: Integration },
  at: Instant,
): IntegrationChange[] => {
  const { credential: _credential, dueQueue: _queue, dueAt: _due, ...kept } = before;
  const after: Integration = { ...kept, ...removedFields(at), version: before.version + 1 };
  return [
    updateSubscriber(
      before,
      { set: { ...removedFields(at), version: after.version }, unset: ['credential', 'dueQueue', 'dueAt'] },
      'integration',
    ),
    listenFor(organization, [...othersOf(subscribers, before), after], {
      at,
      counted: { field: 'integrations', step: -1 },
    }),
    subscriberAct(caller, after, {
      noun: 'integration',
      action: 'integration.removed',
      at,
      before: changeable(before),
    }),
  ];
};

/** Records that somebody tried an integration. */
export const integrationTested = (
  caller: Actor,
  { organizationId, subscriberId }: Integration,
  at: Instant,
): Change<'auditEvent'> =>
  auditEvent({
    organizationId,
    actor: actorOf(caller),
    action: 'integration.tested',
    cause: `${subscriberId}#${at}`,
    target: subscriberId,
    at,
    onConflict: () => new Problem('conflict', { detail: 'The integration is being tested.' }),
  });

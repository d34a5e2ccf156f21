import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import { noDeliveries } from '../delivery/delivery-state.ts';
import type { Change } from '../record-changes.ts';
import type { EventFilter, Subscriber } from '../events/event-records.ts';
import {
  changeSubscriber,
  createSubscriber,
  editedSubscriber,
  removeSubscriber,
  type Changing,
  type SubscriberChange,
  type SubscriberEdit,
  type SubscriberSort,
} from '../event-subscribers/manage-subscriber.ts';
import type { OrganizationSubscribers } from '../event-subscribers/subscriber-changes.ts';
import { planIncludes } from '../event-subscribers/subscriber-plan.ts';
import { subscriberStateView } from '../event-subscribers/subscriber-view.ts';
import type { PlanName } from '../plans/plan-names.ts';
import { Problem } from '../problem.ts';
import type { Instant } from '../records.ts';
import { isIntegrationKind, kindSpecOf } from './kinds/index.ts';
import type { IntegrationKind } from './kinds/integration-kind.ts';

/** A subscriber that was created by `/v1/integrations`. */
export type Integration = Subscriber & { kind: IntegrationKind };

/** Whether a subscriber is an integration that was not removed. */
export const isIntegration = (subscriber: Subscriber | undefined): subscriber is Integration =>
  subscriber !== undefined && isIntegrationKind(subscriber.kind) && subscriber.removedAt === undefined;

/** @throws Problem integration_not_found */
export const requireIntegration = (subscriber: Subscriber | undefined): Integration => {
  if (!isIntegration(subscriber)) throw new Problem('integration_not_found');
  return subscriber;
};

/** An integration as the API shows it: whether it has a credential, but never the credential. */
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
  /** The encrypted credential. */
  credential: string;
  target: string;
  createdAt: Instant;
  createdBy: string;
}

/** Makes a new integration, which listens to the default types of its kind unless the request names types. */
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

const integrations: SubscriberSort<Integration> = { noun: 'integration', auditedView: changeable };

/** Creates an integration. @throws Problem limit_reached */
export const createIntegration = (
  caller: Actor,
  { integration, ...loaded }: OrganizationSubscribers & { integration: Integration },
): SubscriberChange[] => createSubscriber(caller, { ...loaded, subscriber: integration }, integrations);

/** A requested change of an integration; absent fields are kept. */
export interface IntegrationEdit extends SubscriberEdit {
  settings?: Record<string, unknown> | undefined;
}

/** The parts that the provider accepted: another credential, sealed, and the destination that it leads to. */
interface Tried {
  sealed?: string;
  target?: string;
}

/**
 * Changes an integration. A request that changes nothing gives no change. An integration that is enabled, or gets
 * another credential, restarts.
 */
export const changeIntegration = (
  caller: Actor,
  loaded: Changing<Integration>,
  { edit, at, sealed, target }: Tried & { edit: IntegrationEdit; at: Instant },
): { integration: Integration; changes: SubscriberChange[] } => {
  const { before } = loaded;
  const after: Integration = {
    ...editedSubscriber(before, edit, at),
    settings: edit.settings ?? before.settings ?? {},
    ...(sealed !== undefined && { credential: sealed }),
    ...(target !== undefined && { target }),
  };
  const hasNewReceiver = sealed !== undefined;
  const asked = {
    ...loaded,
    after,
    hasNewReceiver,
    at,
    ...(hasNewReceiver && { replaced: { credential: 'replaced' as const } }),
  };
  const { subscriber: integration, changes } = changeSubscriber(caller, asked, integrations);
  return { integration, changes };
};

/** Removes an integration: its credential is deleted at once, and waiting deliveries are not sent. */
export const removeIntegration = (
  caller: Actor,
  loaded: OrganizationSubscribers & { before: Integration },
  at: Instant,
): SubscriberChange[] => removeSubscriber(caller, { ...loaded, at }, integrations);

/** Records that an integration was tested. */
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

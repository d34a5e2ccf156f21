import { describe, expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { roles, type Role } from '@scangate/domain/identity/roles';
import { planNames, type PlanName } from '@scangate/domain/plans/plan-names';
import { plans } from '@scangate/domain/plans/plans';
import {
  newConsoleOrganization,
  openAs,
  consoleUrl,
  type ConsoleOrganization,
} from '#test/support/console/console-world.ts';
import { pageRows, pathOf, type PageRow } from '#test/support/console/page-table.ts';
import { settle, type ApiCall, type Visit } from '#test/support/console/visit.ts';
import { commandsToRun } from '#test/models/run-counter.ts';

/** Each role on each plan opens every page: what is shown, and which requests are made. */

const rows = await pageRows();

/** Moves within the console, as a link does. */
const moveTo = async (visit: Visit, organizationId: string, row: PageRow): Promise<void> => {
  const path = `/console/o/${organizationId}/${pathOf(row)}`.replace(/\/$/, '');
  // The heading of the page that is left goes with it.
  await visit.page.evaluate(`document.querySelector('main h1')?.setAttribute('data-left', '');
    history.pushState(null, '', ${JSON.stringify(path)})`);
  await settle(visit);
  const heading = visit.page.locator('main h1:not([data-left])');
  await heading.waitFor({ timeout: 5_000 }).catch(() => {
    throw new Error(`${path} shows no heading`);
  });
  await settle(visit);
};

const endpointOf = ({ method, path }: ApiCall) => {
  const segments = path.split('/');
  return (endpoints as readonly EndpointSpec[]).find((endpoint) => {
    const parts = endpoint.path.split('/');
    return (
      endpoint.method === method &&
      parts.length === segments.length &&
      parts.every((part, at) => part.startsWith('{') || part === segments[at])
    );
  });
};

/** Whether the table of endpoints refuses a call. */
const isRefused = (call: ApiCall, role: Role): boolean => {
  const endpoint = endpointOf(call);
  if (!endpoint) return true;
  return endpoint.access === undefined && !endpoint.roles.includes(role);
};

interface Case {
  plan: PlanName;
  isClient: boolean;
  role: Role;
}

/** The state that a page must show, by the rules of its row. */
const expectedState = (
  { roles: permitted, capability, notForClients }: PageRow,
  { plan, isClient, role }: Case,
): string => {
  if (permitted && !permitted.includes(role)) return 'forbidden';
  if (notForClients === true && isClient) return 'managed-by-parent';
  if (capability !== undefined && !plans[plan].capabilities.includes(capability)) return 'locked';
  return 'permitted';
};

/** A page of which nothing is shown but the reason. A permitted page may have a panel that is locked. */
const shownState = ({ page }: Visit): Promise<string> =>
  page.evaluate(
    `document.querySelector('main header:has(h1) + div > [data-access]:only-child')?.dataset.access ?? 'permitted'`,
  );

const allCases: Case[] = planNames.flatMap((plan) =>
  [false, true].flatMap((isClient) => roles.map((role) => ({ plan, isClient, role }))),
);

/** `npm test` takes each role and each plan once, every other one as a client; each night takes all. */
const isNightly = commandsToRun(1) > 1;
const isOnDiagonal = ({ plan, isClient, role }: Case): boolean => {
  const at = roles.indexOf(role);
  return planNames.indexOf(plan) === at && isClient === (at % 2 === 1);
};
const cases = isNightly ? allCases : allCases.filter(isOnDiagonal);

const organizations = new Map<string, Promise<ConsoleOrganization>>();

const organizationOf = ({ plan, isClient }: Case): Promise<ConsoleOrganization> => {
  const key = `${plan} ${isClient}`;
  const make = async () => {
    const parent = isClient
      ? (await newConsoleOrganization({ plan, name: 'Parent' })).organizationId
      : undefined;
    return newConsoleOrganization({ plan, name: key, ...(parent !== undefined && { parent }) });
  };
  const found = organizations.get(key) ?? make();
  organizations.set(key, found);
  return found;
};

describe('every page', () => {
  test.concurrent.each(cases)(
    'for $role on $plan, client: $isClient: shows what the role and the plan permit, and asks for nothing else',
    async (given) => {
      const organization = await organizationOf(given);
      const visit = await openAs(organization, given.role);
      await visit.page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/you`);
      await settle(visit);
      const seen: [path: string, state: string, refused: string[]][] = [];
      for (const row of rows) {
        const before = visit.calls.length;
        await moveTo(visit, organization.organizationId, row);
        const calls = visit.calls.slice(before);
        const refused = calls.filter(
          (call) => [401, 402, 403].includes(call.status) || isRefused(call, given.role),
        );
        seen.push([
          row.path,
          await shownState(visit),
          refused.map(({ method, path, status }) => `${method} ${path} ${status}`),
        ]);
      }
      await visit.close();
      expect(seen).toEqual(rows.map((row) => [row.path, expectedState(row, given), []]));
      expect(visit.problems).toEqual([]);
    },
    60_000,
  );
});

import { jobs } from '#functions/jobs/index.ts';
import { consoleBuild } from '#local/console/console-build.ts';
import type { Role } from '@scangate/domain/identity/roles';
import type { PlanName } from '@scangate/domain/plans/plan-names';
import type { Browser } from 'playwright-core';
import { startChromium } from '#test/support/local/chromium.ts';
import { startCloud, startTestCloud, type TestCloud } from '#test/support/local/cloud.ts';
import { openWindow, type Visit, type VisitOptions } from './visit.ts';

/** An organization of the control plane, with a session for each role. */
export interface ConsoleOrganization {
  organizationId: string;
  plan: PlanName;
  tokens: Record<string, string>;
  sessions: Record<string, string>;
}

/** One service and one browser for all tests in a browser. */
interface ConsoleWorld {
  cloud: TestCloud;
  browser: Browser;
}

let world: ConsoleWorld | undefined;

/** A page is tested while no background job runs, except that mails are sent. */
const schedules = [
  ...jobs.map(({ name }) => name).filter((name) => name !== 'send-due-mails'),
  'sweep-events',
];

/** The pages call about sixty functions in turn. Starting a worker for a request takes longer than the request. */
const cloudOptions = { buildConsole: consoleBuild, workerLimit: 64 };

export const startConsoleWorld = async (): Promise<void> => {
  const [cloud, browser] = await Promise.all([startTestCloud(schedules, cloudOptions), startChromium()]);
  world = { cloud, browser };
};

/** The same outside of the test runner. */
export const startOwnConsoleWorld = async (): Promise<void> => {
  const own = startCloud({ disabledSchedules: schedules, ...cloudOptions });
  const [cloud, browser] = await Promise.all([own, startChromium()]);
  world = { cloud, browser };
};

export const stopConsoleWorld = async (): Promise<void> => {
  await world?.browser.close();
  await world?.cloud.stop();
  world = undefined;
};

export const consoleWorld = (): ConsoleWorld => {
  if (!world) throw new Error('the tests in a browser have not begun');
  return world;
};

export const consoleUrl = (): string => consoleWorld().cloud.cloud.url;

export const newConsoleOrganization = async (
  order: { plan: PlanName; name?: string; parent?: string } & Record<string, unknown>,
): Promise<ConsoleOrganization> => {
  const made = await consoleWorld().cloud.newOrganization(order);
  return { ...made, plan: order.plan };
};

/** Opens a window in which a role of an organization is signed in. */
export const openAs = (
  { sessions }: Pick<ConsoleOrganization, 'sessions'>,
  role: Role,
  options: VisitOptions = {},
): Promise<Visit> =>
  openWindow(consoleWorld().browser, consoleUrl(), { ...options, session: sessions[role] });

/** Opens a window in which nobody is signed in. */
export const openSignedOut = (options: VisitOptions = {}): Promise<Visit> =>
  openWindow(consoleWorld().browser, consoleUrl(), options);

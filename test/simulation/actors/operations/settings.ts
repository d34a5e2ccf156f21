import { dayMs, minuteMs } from '@scangate/domain/instant';
import type { Role } from '@scangate/domain/identity/roles';
import type { World } from '#test/simulation/start/world.ts';
import { callAs, managers, type Act } from '../actions.ts';
import { rolesOf, type ApiAnswer, type ApiCall } from '../api.ts';
import type { Organization } from '../organization.ts';

type Call = Omit<ApiCall, 'secret'>;

/** A change, and how it is read. */
interface Drawn {
  /** Names what is changed: another change of it makes a reread uncertain. */
  subject: string;
  call: Call;
  /** The request that reads it. */
  read: Call;
  /** The fields that are read. */
  wanted: Readonly<Record<string, unknown>>;
  /** Whether an answer says that it was done; any that succeeded, unless given. */
  isDone?: (body: ApiAnswer['body']) => boolean;
}

interface Draw {
  world: World;
  organization: Organization;
}

/** Something that people change and read again. */
interface Setting {
  what: string;
  change: string;
  read: string;
  /** Those who change it; everybody who may, unless given. */
  roles?: readonly Role[];
  draw: (given: Draw) => Promise<Drawn | undefined> | Drawn | undefined;
}

const anyVersion = { 'If-Match': '*' };

/** The items of a list of the organization. */
const listed = async <T>({ world, organization }: Draw, name: string, call: Call = {}): Promise<T[]> => {
  const answer = await callAs({ world, organization, roles: managers }, name, call);
  return answer?.status === 200 ? (answer.body['items'] as T[]) : [];
};

interface ListedFinding {
  fingerprint: string;
  projectUnitId: string;
}

const drawFinding = async (given: Draw): Promise<ListedFinding | undefined> => {
  const findings = await listed<ListedFinding>(given, 'list-tracked-findings');
  return findings.length > 0 ? given.world.scheduler.pick(findings) : undefined;
};

const noteOf = ({ world, organization }: Draw): string =>
  `Note ${world.scheduler.draw(1e6)} of ${organization.taint}`;

/** Whether no action upon a finding was refused. */
const isActedOn = ({ items }: ApiAnswer['body']): boolean =>
  (items as { status: string }[]).every(({ status }) => status !== 'failed');

const readOf = ({ fingerprint, projectUnitId }: ListedFinding): Call => ({
  params: { fingerprint },
  query: { projectUnitId },
});

const ofFindings: readonly Setting[] = [
  {
    what: 'a note',
    change: 'change-tracked-finding',
    read: 'get-tracked-finding',
    draw: async (given) => {
      const finding = await drawFinding(given);
      if (!finding) return undefined;
      const notes = noteOf(given);
      const { personId } = given.world.scheduler.pick(given.organization.people);
      const body = { notes, ...(personId !== '' && { assignee: personId }) };
      const read = readOf(finding);
      const subject = `finding ${finding.fingerprint}`;
      return { subject, call: { ...read, body, headers: anyVersion }, read, wanted: { notes } };
    },
  },
  {
    what: 'notes of many findings',
    change: 'act-on-findings',
    read: 'get-tracked-finding',
    draw: async (given) => {
      const finding = await drawFinding(given);
      if (!finding) return undefined;
      const { fingerprint } = finding;
      const note = noteOf(given);
      const body = { fingerprints: [fingerprint], note };
      return {
        subject: `finding ${fingerprint}`,
        call: { body },
        read: readOf(finding),
        wanted: { notes: note },
        isDone: isActedOn,
      };
    },
  },
  {
    // The same request once more makes no second waiver.
    what: 'waivers of many findings',
    change: 'act-on-findings',
    read: 'act-on-findings',
    roles: managers,
    draw: async (given) => {
      const { scheduler } = given.world;
      const finding = await drawFinding(given);
      if (!finding) return undefined;
      const { fingerprint } = finding;
      const expiresAt = new Date(scheduler.now + (2 + scheduler.draw(20)) * dayMs).toISOString();
      const waive = { reason: noteOf(given), expiresAt };
      const call = { body: { fingerprints: [fingerprint], waive } };
      const wanted = { items: [{ fingerprint, status: 'unchanged' }] };
      return { subject: `waivers of ${fingerprint}`, call, read: call, wanted, isDone: isActedOn };
    },
  },
  {
    // The same document once more makes no waiver.
    what: 'a VEX document',
    change: 'import-vex',
    read: 'import-vex',
    roles: managers,
    draw: ({ world: { scheduler, advisories }, organization: { taint } }) => {
      const { id: name } = (advisories.at(-1) ?? { id: 'GHSA-0-alpha' }) as { id: string };
      const body = {
        '@context': 'https://openvex.dev/ns/v0.2.0',
        '@id': `https://example.com/${taint}/vex/${scheduler.draw(1e6)}`,
        author: taint,
        timestamp: new Date(scheduler.now).toISOString(),
        version: 1,
        statements: [
          {
            vulnerability: { name },
            products: [{ '@id': `pkg:npm/alpha@${scheduler.pick(['1.0.0', '1.1.0'])}` }],
            status: 'not_affected',
            justification: 'vulnerable_code_not_in_execute_path',
          },
        ],
      };
      return { subject: 'the VEX documents', call: { body }, read: { body }, wanted: { waivers: [] } };
    },
  },
];

interface ListedRelease {
  releaseVersion: string;
}

const ofThings: readonly Setting[] = [
  {
    what: 'a repository',
    change: 'change-repository',
    read: 'get-repository',
    draw: ({ world: { scheduler }, organization: { repositories, taint } }) => {
      if (repositories.length === 0) return undefined;
      const { repositoryId } = scheduler.pick(repositories);
      const read = { params: { repositoryId } };
      const wanted = { reuse: scheduler.pick(['on', 'off']) };
      // Where the host needs one, it is this one.
      const credential = scheduler.random() < 0.3 && { credential: { secret: `secret of ${taint}` } };
      const body = { ...wanted, ...credential };
      return { subject: `repository ${repositoryId}`, call: { ...read, body }, read, wanted };
    },
  },
  {
    what: 'a webhook',
    change: 'change-webhook',
    read: 'get-webhook',
    draw: ({ world: { scheduler }, organization: { made, taint } }) => {
      if (made.webhook.length === 0) return undefined;
      const webhookId = scheduler.pick(made.webhook);
      const read = { params: { webhookId } };
      const wanted = { name: `Receiver ${scheduler.draw(1e6)} of ${taint}` };
      const call = { ...read, body: wanted, headers: anyVersion };
      return { subject: `webhook ${webhookId}`, call, read, wanted };
    },
  },
  {
    what: 'a bundle',
    change: 'change-bundle',
    read: 'get-bundle',
    draw: ({ world: { scheduler }, organization: { made, taint } }) => {
      const bundleId = made.bundle.at(-1);
      if (bundleId === undefined) return undefined;
      const read = { params: { bundleId } };
      const wanted = { name: `Bundle ${scheduler.draw(1e6)} of ${taint}` };
      const call = { ...read, body: wanted, headers: anyVersion };
      return { subject: `bundle ${bundleId}`, call, read, wanted };
    },
  },
  {
    what: 'the support of a release',
    change: 'change-release',
    read: 'get-release',
    draw: async (given) => {
      const { scheduler } = given.world;
      const bundleId = given.organization.made.bundle.at(-1);
      if (bundleId === undefined) return undefined;
      const releases = await listed<ListedRelease>(given, 'list-releases', { params: { bundleId } });
      if (releases.length === 0) return undefined;
      const { releaseVersion: version } = scheduler.pick(releases);
      const read = { params: { bundleId, version } };
      // It only moves later, from five years on.
      const wanted = {
        supportUntil: new Date(scheduler.now + (1_850 + scheduler.draw(1_000)) * dayMs).toISOString(),
      };
      const call = { ...read, body: wanted, headers: anyVersion };
      return { subject: `release ${version} of ${bundleId}`, call, read, wanted };
    },
  },
];

const ofOrganizations: readonly Setting[] = [
  {
    what: 'the name',
    change: 'change-organization',
    read: 'get-organization',
    draw: ({ world: { scheduler }, organization: { taint } }) => {
      const wanted = { name: `Org ${taint} ${scheduler.draw(100)}` };
      return { subject: 'the name', call: { body: wanted }, read: {}, wanted };
    },
  },
  {
    what: 'billing details',
    change: 'set-billing-details',
    read: 'get-billing-details',
    draw: ({ world: { scheduler }, organization: { taint } }) => {
      const wanted = {
        name: `Buyer ${taint}`,
        email: `billing@${taint}.example.com`,
        poNumber: `PO-${scheduler.draw(1e6)}`,
      };
      return { subject: 'the billing details', call: { body: wanted }, read: {}, wanted };
    },
  },
  {
    what: 'retention',
    change: 'set-retention',
    read: 'get-retention',
    draw: ({ world: { scheduler } }) => {
      // Every plan permits these.
      const wanted = { days: scheduler.pick([7, 14, 30]) };
      return { subject: 'the retention', call: { body: wanted }, read: {}, wanted };
    },
  },
];

/** Reads that need not be consistent see a change by then. */
const settledMs = minuteMs;

const mayRead = (name: string): ((role: Role) => boolean) => {
  const readers = new Set(rolesOf(name));
  return (role) => readers.has(role);
};

const actOf =
  ({ change, read, roles = rolesOf(change), draw }: Setting): Act =>
  async (world, organization) => {
    const drawn = await draw({ world, organization });
    if (!drawn) return;
    const { subject, call, wanted, isDone = () => true } = drawn;
    const begun = world.rereads.begin(`${subject} of ${organization.taint}`);
    const answer = await callAs({ world, organization, roles }, change, call);
    if (!answer || answer.status >= 300 || !isDone(answer.body)) return;
    world.rereads.end(begun);
    await world.scheduler.sleep(settledMs);
    const again = await callAs({ world, organization, roles: roles.filter(mayRead(read)) }, read, drawn.read);
    if (again?.status === 200) world.rereads.compare(begun, { wanted, found: again.body });
  };

/** The acts that change a setting, each of which is read again. */
export const settingActs = [...ofFindings, ...ofThings, ...ofOrganizations].map(
  (setting) => [setting.what, actOf(setting)] as const,
);

import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointsByStack } from '#functions/api/index.ts';
import { buildApp, type AppOptions } from '#infra/app.ts';
import { PlaceholderCode } from '#infra/placeholder-code.ts';

/** Uses the entry as the key, so that tests see which source a function runs. */
export const placeholderOf = ({ entry }: { entry: string }) => new PlaceholderCode(entry);

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  DependsOn?: string[];
}

export interface Synthesized {
  /** Resources by the end of the stack's name. */
  stacks: Record<'stateful' | 'workflow' | 'jobs' | 'operator' | 'api', Record<string, Resource>> &
    Record<string, Record<string, Resource>>;
  /** The names of the stacks in the order of deployment. */
  order: string[];
  outputCounts: Record<string, number>;
  environments: string[];
  /** Outputs of all stacks by name. */
  outputs: Record<string, unknown>;
}

// The CDK's own template checks take a second per synthesis; the synthesis test runs them.
process.env['CDK_VALIDATION'] ??= 'false';
// Recording where a construct was made takes a tenth of the time, and is not needed here.
process.env['CDK_DISABLE_STACK_TRACE'] ??= '1';

const synthesizeAnew = (options: Partial<AppOptions>): Synthesized => {
  const outdir = mkdtempSync(join(tmpdir(), 'scangate-synth-'));
  const app = buildApp({ codeOf: placeholderOf, outdir, ...options });
  const { stacks } = app.synth();
  const templates = new Map(
    stacks.map(({ stackName, template }) => [
      stackName.slice(stackName.lastIndexOf('-') + 1),
      template as { Resources: Record<string, Resource>; Outputs?: Record<string, unknown> },
    ]),
  );
  return {
    stacks: Object.fromEntries(
      [...templates].map(([name, { Resources }]) => [name, Resources]),
    ) as Synthesized['stacks'],
    order: [...templates.keys()],
    outputCounts: Object.fromEntries(
      [...templates].map(([name, { Outputs }]) => [name, Object.keys(Outputs ?? {}).length]),
    ),
    environments: stacks.map(({ environment }) => environment.name),
    outputs: Object.assign({}, ...[...templates.values()].map(({ Outputs }) => Outputs)),
  };
};

/**
 * The definition of the only state machine of a stack, as it is deployed.
 * @param place names what a reference leads to.
 */
export const definitionOf = (stack: string, place: (reference: unknown) => string): string => {
  const resources = Object.values(synthesize().stacks[stack] ?? {});
  const found = resources.find(({ Type }) => Type === 'AWS::StepFunctions::StateMachine');
  if (!found) throw new Error(`${stack} has no state machine`);
  const { 'Fn::Join': joined } = found.Properties['DefinitionString'] as { 'Fn::Join': [string, unknown[]] };
  return joined[1].map((part) => (typeof part === 'string' ? part : place(part))).join('');
};

const freezeDeeply = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freezeDeeply);
  return value;
};

/** Synthesizes the whole app once for both workers, whose temporary folder lasts as long as their run of one state of it. */
const synthesizeOnce = (): Synthesized => {
  if (process.env['VITEST_MODE'] !== 'RUN') return synthesizeAnew({});
  const file = join(tmpdir(), 'scangate-synthesized.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Synthesized;
  const synthesized = synthesizeAnew({});
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(synthesized));
  renameSync(`${file}.${process.pid}`, file);
  return synthesized;
};

type Endpoints = NonNullable<AppOptions['endpointsByStack']>;
const synthesizedApps = new Map<Endpoints, Map<string, Synthesized>>();

/** Synthesizes the app with placeholders for code, once for each context and table of endpoints: it takes a second. */
export const synthesize = (options: Partial<AppOptions> = {}): Synthesized => {
  const { context = {}, endpointsByStack: endpoints = endpointsByStack, ...others } = options;
  if (Object.keys(others).length > 0) return synthesizeAnew(options);
  const key = JSON.stringify(context);
  const ofEndpoints = synthesizedApps.get(endpoints) ?? new Map<string, Synthesized>();
  synthesizedApps.set(endpoints, ofEndpoints);
  const isWhole = key === '{}' && endpoints === endpointsByStack;
  const found = ofEndpoints.get(key) ?? freezeDeeply(isWhole ? synthesizeOnce() : synthesizeAnew(options));
  ofEndpoints.set(key, found);
  return found;
};

export const fewEndpoints: Endpoints = Object.fromEntries(
  Object.entries(endpointsByStack).map(([stack, endpoints]) => [stack, endpoints.slice(0, 1)]),
);

/**
 * Synthesizes the app with settings, and with one endpoint in each stack, which takes a third of the time. It shows what a
 * setting does to everything but the other endpoints. Without a setting it is the whole app.
 */
export const synthesizeWith = (settings: Record<string, unknown>): Synthesized =>
  Object.keys(settings).length === 0
    ? synthesize()
    : synthesize({ context: settings, endpointsByStack: fewEndpoints });

/** Returns what the checks of a synthesis report in its folder. */
export const violationsIn = (outdir: string): unknown[] => {
  const report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as {
    pluginReports: { violations: unknown[] }[];
  };
  return report.pluginReports.flatMap(({ violations }) => violations);
};

export const allResources = ({ stacks }: Synthesized): [string, Resource][] =>
  Object.values(stacks).flatMap((resources) => Object.entries(resources));

export const ofType = (resources: Iterable<[string, Resource]>, type: string): [string, Resource][] =>
  [...resources].filter(([, resource]) => resource.Type === type);

/** Returns the properties of the only resource of a type, or of the one whose logical id starts with `idStart`. */
export const onlyResource = (
  resources: Iterable<[string, Resource]>,
  type: string,
  idStart = '',
): Resource['Properties'] => {
  const [found, ...more] = ofType(resources, type).filter(([id]) => id.startsWith(idStart));
  if (!found || more.length > 0) throw new Error(`not one ${type} ${idStart}`);
  return found[1].Properties;
};

export interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

export const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** Returns what a role allows by inline policies; a test ensures that there are no other policies. */
export const statementsOf = (role: Resource): Statement[] => {
  const policies = (role.Properties['Policies'] ?? []) as { PolicyDocument: { Statement: Statement[] } }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
};

/** Returns the role of a function. */
export const roleOf = (synthesized: Synthesized, functionName: string): Resource => {
  const resources = new Map(allResources(synthesized));
  const fn = functionNamed(synthesized, functionName);
  const [logicalId = ''] = (fn.Properties['Role'] as { 'Fn::GetAtt': string[] })['Fn::GetAtt'];
  const role = resources.get(logicalId);
  if (!role) throw new Error(`${functionName} has no role`);
  return role;
};

export const functionNamed = (synthesized: Synthesized, name: string): Resource => {
  const found = ofType(allResources(synthesized), 'AWS::Lambda::Function').find(
    ([, resource]) => resource.Properties['FunctionName'] === `scangate-${name}`,
  );
  if (!found) throw new Error(`no function ${name}`);
  return found[1];
};

/** Returns the function behind a reference to its alias, such as that of a task or of a rule. @throws Error for another. */
export const functionBehind = (resources: Readonly<Record<string, Resource>>, alias: string): Resource => {
  const { Name, FunctionName } = resources[alias]?.Properties ?? {};
  const fn = resources[(FunctionName as { Ref: string } | undefined)?.Ref ?? ''];
  if (Name !== 'live' || !fn) throw new Error(`${alias} is not the alias of a function`);
  return fn;
};

export const actionsOf = (role: Resource): string[] =>
  statementsOf(role).flatMap(({ Action }) => listOf(Action));

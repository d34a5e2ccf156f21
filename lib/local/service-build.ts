import { build } from 'esbuild';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CloudPlan } from '@scangate/emulator-aws/template/cloud-plan';
import { readTemplates } from '@scangate/emulator-aws/template/read-templates';
import type { StackTemplate } from '@scangate/emulator-aws/template/resolve-templates';
import { inputsOf, storeBuild } from './build-folder.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { currentBuild } from './current-build.mjs';
import { serviceApp, synthesize, type AppBuilder } from './synthesize.ts';

const root = join(import.meta.dirname, '..', '..');
const templates = 'templates.json';
const bundlesName = 'bundles';
const compiledName = 'compiled';

/** The functions of CloudFront, which the app reads as text. */
const edgeFunctions = (): string[] =>
  readdirSync(join(root, 'lib/infra/web'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `lib/infra/web/${name}`);

/** Returns the sources of the CDK app, without packages. */
const appSources = async (): Promise<string[]> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['lib/local/service-build.ts'],
    outdir: 'build',
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['aws-cdk-lib', 'cdk-nag', 'constructs', 'esbuild'],
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  return [...Object.keys(metafile.inputs), ...edgeFunctions()];
};

const buildService = async (folder: string, app: AppBuilder): Promise<string> => {
  const startedAt = Date.now();
  const work = mkdtempSync(join(tmpdir(), 'scangate-build-'));
  try {
    const bundles = join(work, 'bundles');
    let functionSources: string[] = [];
    const { stacks } = await synthesize(app, join(work, 'cdk.out'), async (entries) => {
      functionSources = await bundleFunctions(entries, bundles);
    });
    return await storeBuild(folder, {
      startedAt,
      inputs: inputsOf(root, [...functionSources, ...(await appSources())]),
      entry: templates,
      write: (directory) => {
        cpSync(bundles, join(directory, bundlesName), { recursive: true, verbatimSymlinks: true });
        mkdirSync(join(directory, compiledName));
        writeFileSync(join(directory, templates), JSON.stringify(stacks));
      },
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/**
 * Returns the plan and the bundles of the service's own app. The app is bundled and synthesized only when a source has
 * changed since the last time: loading the CDK takes longer than the rest of the start.
 * @param folder of the builds.  @param app whose builds are in it.  @returns bundles: a folder to link or copy from, since a later build may remove it;
 * compiled: a folder beside it that keeps what its functions compile.
 * @throws StartFailure when a function does not build.
 */
export const serviceBuild = async (
  folder = join(root, 'build/local'),
  app = serviceApp,
): Promise<{ plan: CloudPlan; bundles: string; compiled: string }> => {
  const entry = currentBuild(root, folder) ?? (await buildService(folder, app));
  const plan = readTemplates(JSON.parse(readFileSync(entry, 'utf8')) as StackTemplate[]);
  const directory = dirname(entry);
  return { plan, bundles: join(directory, bundlesName), compiled: join(directory, compiledName) };
};

import { consoleBuild } from '#local/console/console-build.ts';
import { banner } from '#local/demo/banner.ts';
import { fail, type LocalData } from './open-data.ts';
import { controlActions } from '#local/control/control-actions.ts';
import { importSampleAdvisories, prepareDemo, setUpDemo } from '#local/demo/demo.ts';
import { startLocalCloud, type LocalCloud } from '#local/start.ts';
import { onStopRequested } from '#local/on-stop-requested.ts';
import { StartFailure } from '@scangate/emulator-host/start-failure';

/** The API runs even when the console does not build. */
const buildConsole = (): Promise<string | undefined> =>
  consoleBuild().catch((error: unknown) => {
    console.error(error instanceof StartFailure ? error.message : error);
    return undefined;
  });

/** Runs the service on this machine until it is stopped. Started by `bin/local.mjs`. */
export const serveLocal = async ({ port, folder, database }: LocalData): Promise<void> => {
  // Lambda runs in UTC.
  process.env['TZ'] = 'UTC';
  let cloud: LocalCloud | undefined;
  let isStopping = false;

  /** Shuts down in order; a second request, or one before everything has started, ends the process at once. */
  const stop = async (): Promise<void> => {
    if (isStopping || !cloud) process.exit(1);
    isStopping = true;
    await cloud.close();
    process.exit(0);
  };
  onStopRequested(() => void stop());

  cloud = await startLocalCloud({
    data: folder,
    port,
    startDatabase: () => database,
    buildConsole,
    controlActions,
    beforeServing: importSampleAdvisories,
    beforeFirstSignIn: prepareDemo,
  }).catch(fail);
  // The service runs even when its demo cannot be set up.
  const demo = await setUpDemo(cloud).catch((error: unknown) => {
    if (!isStopping) console.error('The demo could not be set up:', error);
  });
  if (process.env['SCANGATE_QUIET'] !== '1') {
    console.log(
      demo ? banner(cloud, demo) : `Scangate listens on ${cloud.url}; its data is in ${cloud.data}.`,
    );
  }
};

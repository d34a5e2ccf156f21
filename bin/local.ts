/** The service on this machine, until Ctrl-C. Started by `npm start`. */
import { resolve } from 'node:path';
import { banner } from '#local/banner.ts';
import { controlActions } from '#local/control/control-actions.ts';
import { importSampleAdvisories, setUpDemo } from '#local/demo.ts';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import { startLocalCloud, type LocalCloud } from '#local/start.ts';

// As in Lambda.
process.env['TZ'] = 'UTC';

const port = Number(process.env['PORT'] ?? 4010);
const data = resolve(process.env['SCANGATE_DATA'] ?? '.scangate');
let cloud: LocalCloud | undefined;
let ending = false;

const fail = (error: unknown): never => {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exit(1);
};

/** Asked twice, or before there is anything to end in order: at once. */
const end = async () => {
  if (ending || !cloud) process.exit(1);
  ending = true;
  await cloud.close();
  process.exit(0);
};
process.on('SIGINT', () => void end());
process.on('SIGTERM', () => void end());

if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  fail(new StartFailure(`PORT is ${process.env['PORT']}: give a number from 0 to 65535.`));
}
cloud = await startLocalCloud({
  data,
  port,
  controlActions: controlActions,
  beforeServing: importSampleAdvisories,
}).catch(fail);
// The service is there whatever becomes of its demo.
const demo = await setUpDemo(cloud).catch((error: unknown) => console.error('There is no demo:', error));
if (process.env['SCANGATE_QUIET'] !== '1') {
  console.log(demo ? banner(cloud, demo) : `Scangate listens on ${cloud.url}; its data is in ${cloud.data}.`);
}

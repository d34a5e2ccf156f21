import { fetchSourceTask } from '#runtime/tasks/fetch-source-task.ts';
import { spec } from './function.ts';

export const handler = fetchSourceTask(spec, { retriesWithMore: true });

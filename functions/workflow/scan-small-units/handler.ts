import { scanUnitsTask } from '#runtime/tasks/scan-units-task.ts';
import { spec } from './function.ts';

export const handler = scanUnitsTask(spec);

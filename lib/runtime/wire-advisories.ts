import { storedAdvisories } from '../adapters/osv/stored-advisories.ts';
import { objects } from './wiring.ts';

/** Apart from the other wiring: only who scans holds advisories in memory. */
export const advisories = () => storedAdvisories(objects());

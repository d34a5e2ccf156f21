import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Role } from '@scangate/domain/identity/roles';
import type { Capability } from '@scangate/domain/plans/plans';

/** A row of the console's table of pages, without what a browser would load. */
export interface PageRow {
  path: string;
  title: string;
  roles?: readonly Role[];
  capability?: Capability;
  notForClients?: boolean;
}

const table = join(import.meta.dirname, '../../../lib/apps/console/src/routes/index.ts');

/** Reads the table as the console has it. Its components are loaded by nobody here. */
export const pageRows = async (): Promise<readonly PageRow[]> => {
  const { pages } = (await import(pathToFileURL(table).href)) as { pages: readonly PageRow[] };
  return pages;
};

/** A parameter that names nothing, so that a page says so. */
const nothing = '00000000-0000-4000-8000-000000000000';

/** The path of a page, with these parameters, such as a scan's id. */
export const pathOf = ({ path }: PageRow, parameters: Readonly<Record<string, string>> = {}): string =>
  path.replace(/\$(\w+)/g, (_whole, name: string) => parameters[name] ?? nothing);

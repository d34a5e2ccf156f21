import { resource as discovery } from './discovery/resource.ts';
import { resource as groups } from './groups/resource.ts';
import { resource as users } from './users/resource.ts';

/** The resources that directories provision, by SCIM 2.0 (docs/adr/0073-scim.md). */
export const scimResources = [users, groups, discovery] as const;

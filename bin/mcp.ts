/** The server of tools for assistants, which the command line loads for `scangate mcp`. */
export { serve } from '@scangate/mcp/serve';

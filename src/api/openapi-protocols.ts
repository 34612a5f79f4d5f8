// What `settings` and `credentials` of a connection hold, for each protocol, in the OpenAPI description.
import { ADAPTERS } from '../channels/registry.ts';

type Json = Record<string, unknown>;

/** Returns the JSON Schemas of the adapters, by protocol. */
export function describeProtocols(): Json {
  return Object.fromEntries(
    ADAPTERS.map(({ protocol, title, settingsSchema, credentialsSchema }) => [
      protocol,
      { title, settings: settingsSchema, credentials: credentialsSchema },
    ]),
  );
}

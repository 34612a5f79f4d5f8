// Every client of the official SDKs connects over every transport it has, and gets the same results.
import { beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../src/api/agent/tools/index.ts';
import type { TestProperty } from '../harness/api.ts';
import type { AnyClient } from './clients.ts';
import { kinds, useEndpoint } from './endpoint.ts';

const api = useEndpoint();
let property: TestProperty;

beforeAll(async () => {
  property = await api.property({ rooms: [{ units: 5 }, {}] });
});

describe.each(kinds())('%s', (_, kind) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await api.client(kind, property.token);
  });

  test('receives the revision, the server info and its instructions', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'innwire' });
    expect(client.getInstructions()).toContain('Europe/Lisbon');
    if (kind.version === '2026-07-28') expect(client.getNegotiatedProtocolVersion()).toBe(kind.version);
  });

  test('lists the tools, and calls one with a structured answer that is also its text', async () => {
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    const answer: any = await client.callTool({ name: 'list_rooms', arguments: {} });
    expect(answer.structuredContent.items.map((room: any) => room.room_id)).toEqual(property.rooms);
    expect(JSON.parse(answer.content[0].text)).toEqual(answer.structuredContent);
  });

  test('gets wrong arguments back as an error of the tool, without a structured answer', async () => {
    const answer: any = await client.callTool({ name: 'check_availability', arguments: { checkin: 'soon' } });
    expect(answer.isError).toBe(true);
    expect(answer.structuredContent).toBeUndefined();
    expect(answer.content[0].text).toMatch(/^invalid_parameters: The arguments are not valid: /);
    expect(answer.content[0].text).toMatch(/checkin must be a real calendar date/);
    expect(answer._meta['pms/error']).toMatchObject({ code: 'invalid_parameters', http_status: 400 });
  });

  test('gets an unknown tool back as an error of the protocol', async () => {
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  test('books a room once, however often it repeats the call with its key', async () => {
    const call = {
      name: 'create_booking',
      arguments: {
        room_id: property.room,
        name: 'Ada Lovelace',
        checkin: '2027-03-01',
        checkout: '2027-03-03',
        price: 200,
        idempotency_key: `booking by ${kind.name}`,
      },
    };
    const first: any = await client.callTool(call);
    const second: any = await client.callTool(call);
    expect(first.isError, first.content[0].text).toBeUndefined();
    expect(second.structuredContent).toEqual(first.structuredContent);
    expect(second._meta['pms/replayed']).toBe(true);
    const { order_id } = first.structuredContent.booking;
    expect(first.content[1]).toMatchObject({ type: 'resource_link', uri: `pms://bookings/${order_id}` });
    const { body } = await api.get(`/api/bookings/${property.token}?order_id=${order_id}`);
    expect(body).toMatchObject([{ order_id, room_id: property.room, status: 'confirmed' }]);
    await api.delete(`/api/bookings/${property.token}?order_id=${order_id}&date=2027-03-01`);
  });

  test('reads resources, templates and prompts, and completes their arguments', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('pms://overview/today');
    const { contents }: any = await client.readResource({ uri: `pms://rooms/${property.room}` });
    expect(JSON.parse(contents[0].text)).toMatchObject({ room_id: property.room });
    const { messages }: any = await client.getPrompt({
      name: 'answer_guest',
      arguments: { order_id: '10001' },
    });
    expect(messages[0].content.text).toContain('get_booking');
    const { completion }: any = await client.complete({
      ref: { type: 'ref/resource', uri: 'pms://rooms/{room_id}' },
      argument: { name: 'room_id', value: '' },
    });
    expect(completion.values).toEqual(property.rooms.map(String));
  });

  test('gets an error for a resource that does not exist', async () => {
    for (const uri of [
      'pms://bookings/999999',
      'pms://bookings/%00',
      'pms://bookings/%00/messages',
      'pms://rooms/%00',
      'pms://rooms/999999',
      'pms://nothing',
      'file:///etc/passwd',
    ])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
  });
});

// Relays guests' messages from innwire's webhooks to the team's chat, and the team's replies to the guests'
// channels.
//   INNWIRE_URL, API_TOKEN   whose guests
//   WEBHOOK_SECRET           what "innwire webhook add" printed (whsec_…)
//   CHAT_URL                 accepts {"text": …} by POST, as most chats' incoming hooks do
//   PORT                     POST /webhook is for innwire, POST /reply {rid, reply, id} for the chat
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const innwireUrl = setting('INNWIRE_URL', 'where innwire runs, such as http://127.0.0.1:3000');
const token = setting('API_TOKEN', 'the property\'s token, from "innwire token add"');
const webhookSecret = setting('WEBHOOK_SECRET', 'what "innwire webhook add" printed (whsec_…)');
const chatUrl = setting('CHAT_URL', "the incoming hook of the team's chat");
const port = Number(process.env.PORT ?? 8787);

/**
 * Ids of webhooks that were relayed: each may be delivered more than once. Store them on disk in production.
 */
const done = new Set();

createServer(async (request, response) => {
  try {
    const body = await read(request);
    if (request.url === '/webhook') response.writeHead(await relay(request, body)).end();
    else if (request.url === '/reply') response.writeHead(await reply(JSON.parse(body))).end();
    else response.writeHead(404).end();
  } catch (error) {
    console.error(error.message);
    response.writeHead(500).end(); // innwire retries the webhook
  }
}).listen(port, '127.0.0.1', () => console.log(`relaying on port ${port}`));

/** Posts a guest's message to the chat; returns the status of the response to innwire. */
async function relay(request, body) {
  if (!isSigned(request, body)) return 401;
  const id = String(request.headers['webhook-id']);
  const event = JSON.parse(body);
  if (event.kind !== 'message.received' || done.has(id)) return 204;
  const { rid, channel, message } = event.data;
  const answer = await fetch(chatUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: `Booking ${rid} (${channel}): ${message}` }),
  });
  if (!answer.ok) return 502;
  done.add(id);
  return 204;
}

/**
 * Sends a reply and returns the status. With an idempotency key, so that a repeated request does not send it
 * twice.
 */
async function reply({ rid, reply: text, id }) {
  const answer = await fetch(`${innwireUrl}/api/messages/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `chat-${id}` },
    body: JSON.stringify({ rid, reply: text }),
  });
  return answer.status;
}

/** Verifies the signature by the Standard Webhooks specification, which has libraries for many languages. */
function isSigned({ headers }, body) {
  const sentAt = Number(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1_000 - sentAt) < 300)) return false; // five minutes: refuses replayed messages
  const key = Buffer.from(webhookSecret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

async function read(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** Returns a setting from the environment; if it is missing, prints what it means and exits. */
function setting(name, meaning) {
  const value = process.env[name]?.trim();
  if (value) return value;
  console.error(`Set ${name}: ${meaning}.`);
  process.exit(1);
}

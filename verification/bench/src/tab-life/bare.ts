import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';

/** A page with the two pictures of a minute, as large as the product shows them, and nothing else. */
const content = `<!doctype html><title>bare</title><style>body{margin:0;background:#111}video{position:fixed}
#partner{inset:0;width:100%;height:100%;object-fit:cover}#self{right:16px;bottom:16px;width:180px}</style>
<video id="partner" data-testid="partner" muted autoplay playsinline></video><video id="self" data-testid="self" muted autoplay playsinline></video>`;

interface BarePages {
  readonly url: string;
  close(): void;
}

export async function serveBare(): Promise<BarePages> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(content));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => void server.close() };
}

interface Here {
  peer: RTCPeerConnection;
  candidateFound: (candidate: object) => void;
}

/** Opens the camera of a bare page, shows it, and prepares a connection that sends it. */
async function prepare(): Promise<void> {
  const here = window as unknown as Here;
  const show = (id: string, stream: MediaStream) => {
    const video = document.getElementById(id) as HTMLVideoElement;
    video.srcObject = stream;
    void video.play();
  };
  const camera = await navigator.mediaDevices.getUserMedia({ video: { width: 1_280, height: 720 } });
  show('self', camera);
  const peer = new RTCPeerConnection();
  peer.onicecandidate = ({ candidate }) => candidate && here.candidateFound(candidate.toJSON());
  peer.ontrack = ({ track }) => show('partner', new MediaStream([track]));
  for (const track of camera.getTracks()) peer.addTrack(track, camera);
  here.peer = peer;
}

/** Connects two bare pages, for which this process does the signalling. Resolves when both show the other's picture. */
export async function connectBare(pages: readonly [Page, Page]): Promise<void> {
  const [caller, callee] = pages;
  for (const [page, other] of [
    [caller, callee],
    [callee, caller],
  ] as const)
    await page.exposeFunction('candidateFound', (candidate: RTCIceCandidateInit) =>
      other.evaluate((given) => (window as unknown as Here).peer.addIceCandidate(given), candidate).catch(() => {}),
    );
  for (const page of pages) await page.evaluate(prepare);
  const offer = await caller.evaluate(async () => {
    const { peer } = window as unknown as Here;
    await peer.setLocalDescription();
    return peer.localDescription?.toJSON() as RTCSessionDescriptionInit;
  });
  const answer = await callee.evaluate(async (given) => {
    const { peer } = window as unknown as Here;
    await peer.setRemoteDescription(given);
    await peer.setLocalDescription();
    return peer.localDescription?.toJSON() as RTCSessionDescriptionInit;
  }, offer);
  await caller.evaluate((given) => (window as unknown as Here).peer.setRemoteDescription(given), answer);
  for (const page of pages)
    await page.waitForFunction(() => (document.getElementById('partner') as HTMLVideoElement).currentTime > 0, undefined, {
      timeout: 60_000,
    });
}

/** Opens a bare page in each of two browsers. */
export async function openBare(contexts: readonly [BrowserContext, BrowserContext], url: string): Promise<[Page, Page]> {
  const pages = await Promise.all(contexts.map((each) => each.newPage()));
  for (const page of pages) await page.goto(url);
  return pages as [Page, Page];
}

-- What the calls have in common, and the calls. Continues pairing.lua, in the same script.
-- How many ended requests are remembered for each person, and for how long rooms and people are, ms.
local remembered, kept = 32, 7200000

local function isEnded(account, click)
  return redis.call('LPOS', keyOf('e', account), click) ~= false
end

local function noteEnded(account, click)
  if click == '' or isEnded(account, click) then
    return
  end
  local key = keyOf('e', account)
  redis.call('RPUSH', key, click)
  redis.call('LTRIM', key, -remembered, -1)
  redis.call('PEXPIRE', key, kept)
end

local function dequeue(account)
  local key = keyOf('p', account)
  local waits = redis.call('HMGET', key, 'pool', 'node')
  if not waits[1] then
    return
  end
  redis.call('ZREM', keyOf('q', waits[1]), account)
  redis.call('SREM', keyOf('by', waits[2]), account)
  redis.call('DEL', keyOf('a', account), keyOf('o', account))
  redis.call('HDEL', key, 'entry', 'click', 'socket', 'since', 'pool', 'node', 'choosy', unpack(ofPeople))
  if redis.call('HINCRBY', T .. ':counts', waits[1], -1) <= 0 then
    redis.call('HDEL', T .. ':counts', waits[1])
  end
end

local function putInRoom(account, room, node, click)
  redis.call('HSET', keyOf('p', account), 'room', room, 'roomNode', node, 'roomClick', click)
end

-- When the request of this person was queued, if its position has not been given up.
local function positionOf(known, click, now)
  local isReserved = known.place == click and (not known.placeUntil or tonumber(now) < tonumber(known.placeUntil))
  return isReserved and known.placeSince
end

local calls = {}

-- Pairs this person, or lets them wait. `replaced` is the request by which they waited and which has ended with this one.
local function admit(known, replaced, account, click, socket, node, pool, asked, room, roomNode, now, entry, ...)
  local key = keyOf('p', account)
  local since = known.since or positionOf(known, click, now) or asked
  local before, beforeSince = replaced and known.entry or '', replaced and known.since or ''
  dequeue(account)
  redis.call('HSET', key, 'place', click, 'placeSince', since)
  redis.call('HDEL', key, 'placeUntil')
  redis.call('PEXPIRE', key, kept)
  redis.call('PEXPIRE', keyOf('e', account), kept)
  local people = peopleFrom(...)
  local first, passedOver = partner(account, pool, people, since, tonumber(now))
  for other, request in pairs(passedOver) do
    redis.call('HSET', keyOf('p', other), 'passed', request)
  end
  if first then
    local found = redis.call('HMGET', keyOf('p', first), 'entry', 'since', 'click')
    dequeue(first)
    putInRoom(first, room, roomNode, found[3])
    putInRoom(account, room, roomNode, click)
    redis.call('HSET', keyOf('room', room), 'node', roomNode, 'a', first, 'b', account)
    redis.call('PEXPIRE', keyOf('room', room), kept)
    redis.call('SADD', keyOf('rooms', roomNode), room)
    return { 'paired', since, before, beforeSince, found[1], found[2] }
  end
  redis.call('HSET', key, 'entry', entry, 'click', click, 'socket', socket, 'since', since, 'pool', pool, 'node', node)
  for other, till in pairs(people.avoid) do
    redis.call('HSET', keyOf('a', account), other, till)
  end
  -- Another version of this script may have left what it does not know.
  redis.call('HDEL', key, unpack(ofPeople))
  for _, name in ipairs(ofPeople) do
    if people[name] then
      redis.call('HSET', key, name, people[name])
    end
  end
  if people.only then
    redis.call('HSET', key, 'choosy', '1')
    for _, other in ipairs(people.only) do
      redis.call('SADD', keyOf('o', account), other)
    end
  end
  redis.call('ZADD', keyOf('q', pool), since, account)
  redis.call('SADD', keyOf('by', node), account)
  redis.call('HINCRBY', T .. ':counts', pool, 1)
  return { 'waiting', since, before, beforeSince }
end

local function personOf(account)
  local names = { 'click', 'socket', 'since', 'entry', 'room', 'roomNode', 'roomClick', 'place', 'placeSince', 'placeUntil' }
  local values, known = redis.call('HMGET', keyOf('p', account), unpack(names)), {}
  for i, name in ipairs(names) do
    known[name] = values[i]
  end
  return known
end

-- A position that is still reserved for another request is given up, because the later request counts.
local function endReserved(known, account, click, now)
  if known.placeUntil and tonumber(now) < tonumber(known.placeUntil) and known.place ~= click then
    noteEnded(account, known.place)
  end
end

function calls.join(account, click, socket, node, pool, asked, room, roomNode, now, ...)
  local known = personOf(account)
  if isEnded(account, click) then
    return { 'ended' }
  end
  if known.room then
    return { 'in room', known.room, known.roomNode, known.roomClick }
  end
  local replaced = known.click and known.click ~= click
  if replaced then
    noteEnded(account, known.click)
  elseif not known.click then
    endReserved(known, account, click, now)
  end
  return admit(known, replaced, account, click, socket, node, pool, asked, room, roomNode, now, ...)
end

-- A person gets ready to connect: reserves the position of the request. Returns the entry that it would be paired with now.
function calls.announce(account, click, pool, asked, till, now, ...)
  local known, key = personOf(account), keyOf('p', account)
  if isEnded(account, click) then
    return { 'ended' }
  end
  if known.click or known.room then
    return { 'superseded' }
  end
  endReserved(known, account, click, now)
  local since = positionOf(known, click, now) or asked
  redis.call('HSET', key, 'place', click, 'placeSince', since, 'placeUntil', till)
  redis.call('PEXPIRE', key, kept)
  local first = partner(account, pool, peopleFrom(...), since, tonumber(now))
  if not first then
    return { 'announced', '', '' }
  end
  local found = redis.call('HMGET', keyOf('p', first), 'entry', 'since')
  return { 'announced', found[1], found[2] }
end

function calls.refresh(account, click, socket, ...)
  local known = personOf(account)
  if known.click ~= click or known.socket ~= socket then
    return { 'superseded' }
  end
  return admit(known, false, account, click, socket, ...)
end

function calls.requeue(account, click, socket, node, pool, asked, room, roomNode, now, ...)
  local known = personOf(account)
  if isEnded(account, click) then
    return { 'ended' }
  end
  if known.click or known.room then
    return { 'superseded' }
  end
  endReserved(known, account, click, now)
  return admit(known, false, account, click, socket, node, pool, asked, room, roomNode, now, ...)
end

-- Ends a request. Returns what it had led to, in the form of `find`.
local function finish(account, click)
  local key = keyOf('p', account)
  local names = { 'click', 'entry', 'since', 'room', 'roomNode', 'roomClick', 'place', 'placeSince', 'placeUntil' }
  local known = redis.call('HMGET', key, unpack(names))
  local led = { '', '', '', '', '' }
  if known[1] == click then
    led[1], led[2] = known[2], known[3]
    dequeue(account)
  end
  if known[6] == click then
    led[3], led[4], led[5] = known[4], known[5], known[6]
  end
  if known[7] == click then
    if not known[1] and not known[4] and known[9] then
      led[6], led[7], led[8] = known[7], known[8], known[9]
    end
    redis.call('HDEL', key, 'place', 'placeSince', 'placeUntil', 'passed')
  end
  noteEnded(account, click)
  redis.call('PEXPIRE', key, kept)
  return led
end

calls['end'] = finish

-- Reserves the position of this request until then.
local function reserve(account, click, till)
  local key = keyOf('p', account)
  local known = redis.call('HMGET', key, 'click', 'room', 'place')
  if not known[1] and not known[2] and known[3] == click then
    redis.call('HSET', key, 'placeUntil', till)
  end
  return 1
end

calls.reserve = reserve

function calls.leave(account, socket, till)
  local known = redis.call('HMGET', keyOf('p', account), 'socket', 'click', 'entry', 'since')
  if known[1] ~= socket then
    return {}
  end
  dequeue(account)
  reserve(account, known[2], till)
  return { known[3], known[4] }
end

-- Removes people from a room. For each: the account, and either "=" with the request that ends, or nothing.
-- Returns those whose request for the room has ended.
function calls.release(room, ...)
  local leaving, over, owner = { ... }, {}, nil
  for i = 1, #leaving, 2 do
    local account, request = leaving[i], leaving[i + 1]
    if request ~= '' then
      finish(account, string.sub(request, 2))
    end
    local key = keyOf('p', account)
    local known = redis.call('HMGET', key, 'room', 'roomNode', 'roomClick')
    if known[1] == room then
      redis.call('HDEL', key, 'room', 'roomNode', 'roomClick')
      owner = known[2]
      if isEnded(account, known[3]) then
        table.insert(over, account)
      end
    end
  end
  -- Its members may have left it already, by way of a process that took another to own it.
  owner = owner or redis.call('HGET', keyOf('room', room), 'node')
  if not owner then
    return over
  end
  for _, other in ipairs(redis.call('HMGET', keyOf('room', room), 'a', 'b')) do
    if other and redis.call('HGET', keyOf('p', other), 'room') == room then
      return over
    end
  end
  redis.call('SREM', keyOf('rooms', owner), room)
  return over
end

function calls.find(account)
  local known = redis.call('HMGET', keyOf('p', account), 'entry', 'since', 'room', 'roomNode', 'roomClick', 'place', 'placeSince', 'placeUntil')
  local isReserved = not known[1] and not known[3] and known[8]
  for i = 1, 8 do
    known[i] = (i <= 5 or isReserved) and known[i] or ''
  end
  return known
end

-- The entries that wait in a pool, each with when it was queued; the eldest first.
function calls.waitingIn(pool)
  local found = {}
  for _, account in ipairs(redis.call('ZRANGE', keyOf('q', pool), 0, -1)) do
    local waits = redis.call('HMGET', keyOf('p', account), 'entry', 'since')
    table.insert(found, waits[1])
    table.insert(found, waits[2])
  end
  return found
end

-- The process that owns a room, if its lease is valid.
function calls.ownerOf(room)
  local node = redis.call('HGET', keyOf('room', room), 'node')
  return node and isAlive(node, serverTime()) and node or ''
end

-- Those of these rooms with somebody in them that no process with a valid lease owns.
function calls.withoutOwner(...)
  local time, found = serverTime(), {}
  for _, room in ipairs({ ... }) do
    local node = redis.call('HGET', keyOf('room', room), 'node')
    if not node or not isAlive(node, time) or redis.call('SISMEMBER', keyOf('rooms', node), room) == 0 then
      table.insert(found, room)
    end
  end
  return found
end

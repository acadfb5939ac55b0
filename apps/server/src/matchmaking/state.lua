-- The book of places. All its keys share one hash slot, so that each decision is one script on one server.
--   :p:<account>  hash   what is known of a person: the press by which they wait, the room they are in, the presses that are over
--   :a:<account>  hash   whom a waiting person avoids, until when (server epoch ms; "ever")
--   :o:<account>  set    whom alone a waiting person meets, where that is so
--   :q:<pool>     zset   who waits in a pool, by since when
--   :counts       hash   how many wait in each pool
--   :by:<node>    set    who waits by a socket of this process
--   :held:<node>  set    the rooms this process holds
--   :room:<room>  hash   the process that holds a room, and the two in it
--   :nodes        zset   the processes that live, by when their lease runs out (this server's epoch ms)
--   :beats        hash   how often each of them has said so
local T = ARGV[1]
local remembered, kept = 32, 7200000

local function keyOf(kind, name)
  return T .. ':' .. kind .. ':' .. name
end

local function serverTime()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- The presses that are over are a list in JSON, which is read as text, for it is read at every step: quotes and commas within
-- a name are escaped, so that a bare one is the list's.
local function nameIn(click)
  return (string.gsub(cjson.encode(click), ',', '\\u002c'))
end

local function isOver(ended, click)
  local name = nameIn(click)
  return string.find(ended, '[' .. name, 1, true) == 1 or string.find(ended, ',' .. name, 1, true) ~= nil
end

-- The presses that are over, with one more; without the first, should it be one too many.
local function withEnded(ended, click)
  if click == '' or isOver(ended, click) then
    return ended
  end
  if ended == '' then
    return '[' .. nameIn(click) .. ']'
  end
  local list = string.sub(ended, 1, -2) .. ',' .. nameIn(click) .. ']'
  local _, after = string.gsub(list, '","', '')
  if after < remembered then
    return list
  end
  return '[' .. string.sub(list, string.find(list, '","', 1, true) + 2)
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
  redis.call('HDEL', key, 'entry', 'click', 'socket', 'since', 'pool', 'node', 'choosy')
  if redis.call('HINCRBY', T .. ':counts', waits[1], -1) <= 0 then
    redis.call('HDEL', T .. ':counts', waits[1])
  end
end

-- Whom a person cannot meet from their own side.
local function wishes(avoid, only, now)
  local wanted = nil
  if only then
    wanted = {}
    for _, each in ipairs(only) do
      wanted[each] = true
    end
  end
  return function(other)
    if wanted and not wanted[other] then
      return false
    end
    local till = avoid[other]
    return not till or (till ~= 'ever' and tonumber(till) <= now)
  end
end

-- Whether somebody who waits can meet this person, from the other's side; a process that no longer lives has nobody waiting.
local function welcomes(other, account, now, time)
  local waits = redis.call('HMGET', keyOf('p', other), 'node', 'choosy')
  if not waits[1] then
    return false
  end
  local lease = redis.call('ZSCORE', T .. ':nodes', waits[1])
  if not lease or tonumber(lease) <= time then
    return false
  end
  if waits[2] and redis.call('SISMEMBER', keyOf('o', other), account) == 0 then
    return false
  end
  local till = redis.call('HGET', keyOf('a', other), account)
  return not till or (till ~= 'ever' and tonumber(till) <= now)
end

-- Whoever has waited longest of those who may be paired with this person.
local function eldest(account, pool, avoid, only, now)
  local time = serverTime()
  local wants = wishes(avoid, only, now)
  local queue = keyOf('q', pool)
  if only then
    local found, since = nil, nil
    for _, other in ipairs(only) do
      local waits = redis.call('ZSCORE', queue, other)
      local earlier = waits and (not since or tonumber(waits) < since)
      if earlier and other ~= account and wants(other) and welcomes(other, account, now, time) then
        found, since = other, tonumber(waits)
      end
    end
    return found
  end
  local from = 0
  while true do
    local page = redis.call('ZRANGE', queue, from, from + 63)
    for _, other in ipairs(page) do
      if other ~= account and wants(other) and welcomes(other, account, now, time) then
        return other
      end
    end
    if #page < 64 then
      return nil
    end
    from = from + 64
  end
end

local function putInRoom(account, room, node, click)
  redis.call('HSET', keyOf('p', account), 'room', room, 'roomNode', node, 'roomClick', click)
end

local calls = {}

function calls.enter(account, click, socket, node, pool, came, coming, room, roomNode, now, entry, avoidJson, onlyJson)
  local key = keyOf('p', account)
  local known = redis.call('HMGET', key, 'click', 'socket', 'since', 'entry', 'room', 'roomNode', 'roomClick', 'place', 'placeSince', 'ended', 'placeUntil')
  local waits, held, ended = known[1], known[5], known[10] or ''
  if isOver(ended, click) then
    return { 'ended' }
  end
  if coming == 'again' and (waits ~= click or known[2] ~= socket) then
    return { 'nothing' }
  end
  if coming == 'back' and (waits or held) then
    return { 'nothing' }
  end
  if held then
    return { 'in room', held, known[6], known[7] }
  end
  local isKept = known[8] == click and (not known[11] or tonumber(now) < tonumber(known[11]))
  local since = known[3] or (isKept and known[9]) or came
  local instead, insteadSince = '', ''
  if waits then
    dequeue(account)
    if waits ~= click then
      instead, insteadSince = known[4], known[3]
      ended = withEnded(ended, waits)
    end
  elseif known[11] and tonumber(now) < tonumber(known[11]) and known[8] ~= click then
    -- A place that is still kept for another request is given up: of two requests, the later one counts.
    ended = withEnded(ended, known[8])
  end
  redis.call('HSET', key, 'place', click, 'placeSince', since)
  redis.call('HDEL', key, 'placeUntil')
  if ended ~= '' then
    redis.call('HSET', key, 'ended', ended)
  end
  redis.call('PEXPIRE', key, kept)
  local avoid = cjson.decode(avoidJson)
  local only = onlyJson ~= '' and cjson.decode(onlyJson) or nil
  local first = eldest(account, pool, avoid, only, tonumber(now))
  if first then
    local found = redis.call('HMGET', keyOf('p', first), 'entry', 'since', 'click')
    dequeue(first)
    putInRoom(first, room, roomNode, found[3])
    putInRoom(account, room, roomNode, click)
    redis.call('HSET', keyOf('room', room), 'node', roomNode, 'a', first, 'b', account)
    redis.call('PEXPIRE', keyOf('room', room), kept)
    redis.call('SADD', keyOf('held', roomNode), room)
    return { 'paired', since, instead, insteadSince, found[1], found[2] }
  end
  redis.call('HSET', key, 'entry', entry, 'click', click, 'socket', socket, 'since', since, 'pool', pool, 'node', node)
  for other, till in pairs(avoid) do
    redis.call('HSET', keyOf('a', account), other, till)
  end
  if only then
    redis.call('HSET', key, 'choosy', '1')
    for _, other in ipairs(only) do
      redis.call('SADD', keyOf('o', account), other)
    end
  end
  redis.call('ZADD', keyOf('q', pool), since, account)
  redis.call('SADD', keyOf('by', node), account)
  redis.call('HINCRBY', T .. ':counts', pool, 1)
  return { 'waiting', since, instead, insteadSince }
end

-- The end of a press: what it had led to, as `find` tells it.
local function finish(account, click)
  local key = keyOf('p', account)
  local known = redis.call('HMGET', key, 'click', 'entry', 'since', 'room', 'roomNode', 'roomClick', 'place', 'ended')
  local led = { '', '', '', '', '' }
  if known[1] == click then
    led[1], led[2] = known[2], known[3]
    dequeue(account)
  end
  if known[6] == click then
    led[3], led[4], led[5] = known[4], known[5], known[6]
  end
  if known[7] == click then
    redis.call('HDEL', key, 'place', 'placeSince', 'placeUntil')
  end
  local ended = withEnded(known[8] or '', click)
  if ended ~= '' then
    redis.call('HSET', key, 'ended', ended)
    redis.call('PEXPIRE', key, kept)
  end
  return led
end

calls['end'] = finish

-- Nobody is behind this request, and its place is kept until then.
local function keep(account, click, till)
  local key = keyOf('p', account)
  local known = redis.call('HMGET', key, 'click', 'room', 'place')
  if not known[1] and not known[2] and known[3] == click then
    redis.call('HSET', key, 'placeUntil', till)
  end
  return 1
end

calls.keep = keep

function calls.leave(account, socket, till)
  local known = redis.call('HMGET', keyOf('p', account), 'socket', 'click')
  if known[1] ~= socket then
    return 0
  end
  dequeue(account)
  return keep(account, known[2], till)
end

-- People are out of a room: of each the account, and the press that is over with it after a "=", or nothing.
-- Answers who of them was there by a press that is over.
function calls.release(room, ...)
  local leaving, over, holder = { ... }, {}, nil
  for i = 1, #leaving, 2 do
    local account, press = leaving[i], leaving[i + 1]
    if press ~= '' then
      finish(account, string.sub(press, 2))
    end
    local key = keyOf('p', account)
    local known = redis.call('HMGET', key, 'room', 'roomNode', 'roomClick', 'ended')
    if known[1] == room then
      redis.call('HDEL', key, 'room', 'roomNode', 'roomClick')
      holder = known[2]
      if isOver(known[4] or '', known[3]) then
        table.insert(over, account)
      end
    end
  end
  if not holder then
    return over
  end
  for _, other in ipairs(redis.call('HMGET', keyOf('room', room), 'a', 'b')) do
    if other and redis.call('HGET', keyOf('p', other), 'room') == room then
      return over
    end
  end
  redis.call('SREM', keyOf('held', holder), room)
  return over
end

function calls.find(account)
  local known = redis.call('HMGET', keyOf('p', account), 'entry', 'since', 'room', 'roomNode', 'roomClick', 'place', 'placeSince', 'placeUntil')
  local isKept = not known[1] and not known[3] and known[8]
  for i = 1, 8 do
    known[i] = (i <= 5 or isKept) and known[i] or ''
  end
  return known
end

-- Whether a process lives, by its lease.
local function lives(node, time)
  local lease = redis.call('ZSCORE', T .. ':nodes', node)
  return lease and tonumber(lease) > time
end

-- The process that holds a room, if it lives.
function calls.holder(room)
  local node = redis.call('HGET', keyOf('room', room), 'node')
  return node and lives(node, serverTime()) and node or ''
end

-- Which of these rooms no living process holds with somebody in it.
function calls.unheld(...)
  local time, found = serverTime(), {}
  for _, room in ipairs({ ... }) do
    local node = redis.call('HGET', keyOf('room', room), 'node')
    if not node or not lives(node, time) or redis.call('SISMEMBER', keyOf('held', node), room) == 0 then
      table.insert(found, room)
    end
  end
  return found
end

-- The two of a room: of each the account, and the press if they are in it still.
local function sidesOf(room)
  local sides = {}
  for _, account in ipairs(redis.call('HMGET', keyOf('room', room), 'a', 'b')) do
    account = account or ''
    local known = redis.call('HMGET', keyOf('p', account), 'room', 'roomClick')
    table.insert(sides, account)
    table.insert(sides, known[1] == room and known[2] or '')
  end
  return sides
end

function calls.sides(room)
  return sidesOf(room)
end

-- The process lives for so many ms more; this is the so-manieth time it says so. Answers how often it had by this book
-- (0 if the book does not know it), whether its lease had run out, and what time it is here.
function calls.live(node, lease, beat)
  local time = serverTime()
  local before = redis.call('HGET', T .. ':beats', node) or '0'
  local lived = lives(node, time)
  redis.call('ZADD', T .. ':nodes', time + tonumber(lease), node)
  redis.call('HSET', T .. ':beats', node, beat)
  return { before, lived and 1 or 0, tostring(time) }
end

-- Takes over the rooms of the processes whose lease has run out, and has nobody wait by them any more; whoever did keeps their
-- place for so many ms.
-- Answers those processes, and then of each room: its name, and of each of the two the account and the press.
function calls.inherit(heir, placeKept)
  local time = serverTime()
  local gone = redis.call('ZRANGEBYSCORE', T .. ':nodes', '-inf', time)
  local rooms = {}
  for _, node in ipairs(gone) do
    for _, account in ipairs(redis.call('SMEMBERS', keyOf('by', node))) do
      local click = redis.call('HGET', keyOf('p', account), 'click')
      dequeue(account)
      keep(account, click, time + tonumber(placeKept))
    end
    for _, room in ipairs(redis.call('SMEMBERS', keyOf('held', node))) do
      local sides = sidesOf(room)
      table.insert(rooms, room)
      for i = 1, 4 do
        table.insert(rooms, sides[i])
      end
      for i = 1, 3, 2 do
        if sides[i + 1] ~= '' then
          redis.call('HSET', keyOf('p', sides[i]), 'roomNode', heir)
        end
      end
      redis.call('HSET', keyOf('room', room), 'node', heir)
      redis.call('SADD', keyOf('held', heir), room)
    end
    redis.call('DEL', keyOf('held', node), keyOf('by', node))
    redis.call('ZREM', T .. ':nodes', node)
    redis.call('HDEL', T .. ':beats', node)
  end
  return { gone, rooms }
end

-- Writes down once more that these two are in a room, where nothing else is known of them.
function calls.restore(room, node, first, firstClick, second, secondClick)
  redis.call('HSET', keyOf('room', room), 'node', node, 'a', first, 'b', second)
  redis.call('PEXPIRE', keyOf('room', room), kept)
  redis.call('SADD', keyOf('held', node), room)
  for account, click in pairs({ [first] = firstClick, [second] = secondClick }) do
    if not redis.call('HGET', keyOf('p', account), 'room') then
      dequeue(account)
      putInRoom(account, room, node, click)
    end
  end
  return 1
end

return calls[ARGV[2]](unpack(ARGV, 3))

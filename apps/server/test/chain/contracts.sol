// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

// What the tests and the demo put on a local chain. contracts.ts holds the compiled form and says how it was made.

/// A dollar token with six decimals that anybody may mint: worth nothing anywhere.
contract TestToken {
    string public name;
    string public symbol;
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory symbol_) {
        name = string.concat("Test ", symbol_);
        symbol = symbol_;
    }

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(balanceOf[msg.sender] >= value, "not enough");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// A token that says no instead of failing: the transaction succeeds, nothing moves, nothing is emitted.
contract RefusingToken {
    uint8 public constant decimals = 6;

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

/// Sends tokens that it owns, to several addresses in one transaction.
contract Batch {
    function send(TestToken token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) token.transfer(to[i], values[i]);
    }

    /// Sends a hundred tokens and as many as the block number ends in: another amount when mined in another block.
    function sendByBlock(TestToken token, address to) external {
        token.transfer(to, (100 + (block.number % 100)) * 1e6);
    }
}
